/** Finds cases that a citation may mean: by its number, by its name, and by the quotation next to it. The work for one draft is bounded. */
import type { Corpus } from "../corpus/corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { decisionDay } from "../domain/decision-date.ts";
import type { CaseFilter } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import type { Bodies } from "./bodies.ts";
import type { WrittenCase } from "./candidate-score.ts";
import { agreementOfName, wordsOfParties } from "./case-name.ts";
import type { Checking } from "./check-citation.ts";
import { citationsLike } from "./citation-slips.ts";
import { type ImportedVolumes, remembered } from "./imported-volumes.ts";

/** In one draft: in a complete corpus a search for a name takes some 10 ms, one for a quotation 50. */
const [MAX_NAME_SEARCHES, MAX_QUOTATION_SEARCHES] = [400, 40] as const;
/** Cases of one search; texts that are read for a quotation; oldest cases that have it, for others quote them. */
const [MAX_NAMED, MAX_QUOTING, MAX_READ, MAX_OLDEST] = [50, 20, 3, 2] as const;
const BY_DATE = { by: "decision_date", descending: false } as const;

export class CandidateSearches {
  readonly #corpus: Corpus;
  readonly #bodies: Bodies;
  readonly #volumes: ImportedVolumes;
  readonly #answers = new Map<string, readonly Case[]>();
  #nameSearches = 0;
  #quotationSearches = 0;

  constructor({ corpus, volumes, bodies }: Pick<Checking, "corpus" | "volumes" | "bodies">) {
    this.#corpus = corpus;
    this.#volumes = volumes;
    this.#bodies = bodies;
  }

  /** The cases whose citation differs by one slip, and the case that has the page. */
  byNumber(written: WrittenCase): readonly Case[] {
    const { volume, reporters, page, reading, year } = written;
    if (page === "") return [];
    const within = reporters.flatMap((reporter) =>
      this.#volumes
        .pagesIn(normaliseCitation(`${volume} ${reporter}`))
        .filter(({ first, last }) => Number(page) > first && Number(page) <= last),
    );
    // a number alone may be written for many others
    const isBare = reading === null && year === null;
    const alike = isBare ? [] : [...this.#corpus.idsByCitations(citationsLike(written)).values()].flat();
    return this.#corpus.casesOf([...new Set([...within.map(({ id }) => id), ...alike])]);
  }

  /** The cases with the name, of the year and those next to it if there are any. */
  byName({ reading, year }: WrittenCase): readonly Case[] {
    const [first, second] = reading === null ? [] : wordsOfParties(reading);
    if (reading === null || first === undefined) return [];
    // either name may abbreviate one of the words; a search for names reads the texts, and these filters do not
    const filters: CaseFilter[] =
      second === undefined
        ? [{ name: first }]
        : [
            { name: first, nameAbbreviation: second },
            { name: second, nameAbbreviation: first },
          ];
    const dated = year === null ? [] : filters.map((filter) => ({ ...filter, ...yearsAround(year) }));
    for (const filter of second === undefined ? dated : [...dated, ...filters]) {
      const named = this.#search(filter, MAX_NAMED, () => this.#nameSearches++ < MAX_NAME_SEARCHES).filter(
        (found) => agreementOfName(reading, found) !== null,
      );
      if (named.length > 0) return named;
    }
    return [];
  }

  /** The cases with a quotation: the one with the name, else the oldest. @param before a year: only older cases */
  byQuotation(text: string, { reading }: WrittenCase, before: number | null): readonly Case[] {
    const mayAsk = (): boolean => this.#quotationSearches++ < MAX_QUOTATION_SEARCHES;
    for (const phrase of phrasesOf(text)) {
      const filter = { search: `"${phrase}"`, ...decidedBefore(before) };
      const found = this.#search(filter, MAX_QUOTING, mayAsk);
      const named = reading === null ? [] : found.filter((one) => agreementOfName(reading, one) !== null);
      const having = [...new Set([...named, ...found])]
        .slice(0, MAX_READ)
        .filter((one) => this.#bodies.textOf(one)?.quoted.has(text));
      if (having.length > 0) return having.slice(0, named.length > 0 ? 1 : MAX_OLDEST);
    }
    return [];
  }

  #search(filter: CaseFilter, pageSize: number, mayAsk: () => boolean): readonly Case[] {
    return remembered(this.#answers, JSON.stringify(filter), () =>
      mayAsk() ? this.#corpus.cases({ filter, ordering: BY_DATE, position: null, pageSize }).items : [],
    );
  }
}

function decidedBefore(year: number | null): Pick<CaseFilter, "decidedTo"> {
  const day = year === null ? null : decisionDay(`${year}-01-01`);
  return day === null ? {} : { decidedTo: day - 1 };
}

function yearsAround(year: number): Pick<CaseFilter, "decidedFrom" | "decidedTo"> {
  const [from, to] = [decisionDay(`${year - 1}-01-01`), decisionDay(`${year + 1}-12-31`)];
  return from === null || to === null ? {} : { decidedFrom: from, decidedTo: to };
}

/** Words of a phrase that few other texts have, and the fewest. */
const [PHRASE_WORDS, MIN_PHRASE_WORDS] = [10, 6] as const;
const NOT_QUOTED = /…|\.(?:\s?\.){2,3}|\[[^\]]{0,200}\]|["“”]/;

/** The first and the last words of the longest part of a quotation that has no ellipsis and no bracket. */
function phrasesOf(text: string): string[] {
  const parts = text
    .split(NOT_QUOTED)
    .map((part) => part.match(/[\p{L}\p{N}](?:['’-]{0,2}[\p{L}\p{N}]){0,60}/gu) ?? []);
  const [longest = []] = parts.sort((a, b) => b.length - a.length);
  if (longest.length < MIN_PHRASE_WORDS) return [];
  const phrases = [longest.slice(0, PHRASE_WORDS), longest.slice(-PHRASE_WORDS)];
  return [...new Set(phrases.map((words) => words.join(" ")))];
}
