/** Opens a corpus: for questions, or in one state for as long as it takes to read all of it. The only place that knows both kinds. */
import { readJoinedBody } from "../casebody/read-body.ts";
import type { StoredBody } from "../domain/casebody.ts";
import type { CorpusLocation, CorpusSource } from "../domain/corpus-source.ts";
import type { ChangeSpan, CorpusState } from "../domain/ledger.ts";
import type { CaseFilter, IdOrder } from "../domain/query.ts";
import { openCorpusFile } from "../store/read/corpus-reader.ts";
import type { MatchLimits } from "../store/search/matches.ts";
import { type Access, type CaseWithBody, textBodyOf, textOf } from "./bodies.ts";
import { type CitedInText, citedInTexts, type MentionsOf, mentionsIn, type ReadCited } from "./cites.ts";
import { Corpus } from "./corpus.ts";

export type { MatchLimits } from "../store/search/matches.ts";

/** How a corpus is read: for whom, and how many matches relevance scores. */
export interface CorpusOptions extends MatchLimits {
  /** The reader's rights; `owner` by default. */
  readonly access?: Access;
}

/**
 * Opens a corpus for reading; close it with `using` or `[Symbol.dispose]()`.
 *
 * @param from the path of a corpus file, or what `openEngine` returns
 * @throws CaselawError `not_found`, `corrupt` or `unsupported` (another version)
 */
export function openCorpus(
  from: string | CorpusSource,
  { access = "owner", ...options }: CorpusOptions = {},
): Corpus {
  return new Corpus(typeof from === "string" ? openFile(from, options) : from, access);
}

/** @throws CaselawError as `openCorpusFile` */
function openFile(path: string, limits: MatchLimits = {}): CorpusSource {
  return openCorpusFile(path, { ...limits, readBody: readJoinedBody });
}

/**
 * Prepares to open a corpus, wherever it is: loads what only that kind needs.
 *
 * @returns opens it, again if it is called again; throws CaselawError as `openCorpusFile` or `openPublished`
 */
export async function openerOf(location: CorpusLocation): Promise<() => CorpusSource> {
  if (typeof location === "string") return () => openFile(location);
  const { openPublished } = await import("../engine/read/engine-reader.ts");
  return () => openPublished(location);
}

interface TextCites {
  /** Empty for a case with `cites_to`. */
  readonly cited: readonly CitedInText[];
  /** For the entries of `cites_to`; null for a case without. */
  readonly mentionsOf: MentionsOf | null;
}

/** Cases of a page: some hundreds keep the store busy, but bodies may be megabytes each. */
const PAGE = { metadata: 500, bodies: 100 } as const;

/** One state of a corpus while an import may write: a connection of its own in one transaction. */
export class CorpusSnapshot extends Corpus {
  readonly state: CorpusState;
  readonly #source: CorpusSource;
  readonly #transaction: Disposable;
  #readCited: ReadCited | null = null;

  /** @throws CaselawError as `openCorpus` */
  constructor(from: string | CorpusSource) {
    const source = typeof from === "string" ? openFile(from) : from;
    super(source, "owner");
    this.#source = source;
    try {
      this.#transaction = source.hold();
      this.state = source.state();
    } catch (error) {
      source[Symbol.dispose]();
      throw error;
    }
  }

  /** How many cases match. */
  count(filter: CaseFilter): number {
    const first = { ordering: { by: "id", descending: false }, position: null, pageSize: 1 } as const;
    return this.#source.cases({ filter, ...first, counting: "exact" }).count ?? 0;
  }

  /** Ids of the cases that match. */
  ids(filter: CaseFilter, order: IdOrder): Iterable<number> {
    return this.#source.ids(filter, order);
  }

  /** How many cases a span of changes concerns, whatever the filter. */
  countTouched(span: ChangeSpan): number {
    let count = 0;
    for (const _ of this.#source.changes.touched(span)) count++;
    return count;
  }

  /** The cases whose records a span of changes altered, by ascending id, page by page: those that match, and the others. */
  *touched(
    span: ChangeSpan,
    filter: CaseFilter,
  ): Generator<{ readonly kept: readonly number[]; readonly gone: readonly number[] }> {
    const matching = this.#source.idFilter(filter);
    for (const page of inPages(this.#source.changes.touched(span), PAGE.metadata)) {
      const kept = matching(page.filter(({ gone }) => gone === 0).map(({ caseId }) => caseId));
      const isKept = new Set(kept);
      yield { kept, gone: page.map(({ caseId }) => caseId).filter((id) => !isKept.has(id)) };
    }
  }

  /** These ids in pages, of as many cases as are read at a time. @param parts whether their bodies are read too */
  idPages(ids: Iterable<number>, parts: keyof typeof PAGE): Generator<readonly number[]> {
    return inPages(ids, PAGE[parts]);
  }

  /** The stored bodies of these cases in every form; a case without a body has no entry. */
  storedBodies(ids: readonly number[]): Map<number, StoredBody> {
    return this.#source.bodies(ids);
  }

  /** What the texts of these cases cite, by case id; a case without a text has no entry. */
  citedInTexts(cases: readonly CaseWithBody[]): Map<number, TextCites> {
    this.#readCited ??= citedInTexts(this.#source);
    const cites = new Map<number, TextCites>();
    for (const page of inPages(cases, PAGE.bodies)) {
      const unread = page.filter((record) => textBodyOf(record) === null);
      const bodies = this.#source.bodies(unread.map(({ id }) => id));
      for (const { id, body: shown, citesTo, citations } of page) {
        const body = textBodyOf({ body: shown }) ?? textOf(bodies.get(id));
        if (body === null) continue;
        if ((citesTo ?? []).length > 0) cites.set(id, { cited: [], mentionsOf: mentionsIn(body) });
        else cites.set(id, { cited: this.#readCited(citations, body), mentionsOf: null });
      }
    }
    return cites;
  }

  override [Symbol.dispose](): void {
    try {
      this.#transaction[Symbol.dispose]();
    } finally {
      super[Symbol.dispose]();
    }
  }
}

function* inPages<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let page: T[] = [];
  for (const item of all) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
