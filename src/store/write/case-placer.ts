/**
 * Writes the rows of cases and hands their index rows over: each gets its place, a rank of its day, the volume and reporter
 * that it names, and the words that it is found by.
 */
import type { CaseBody } from "../../domain/casebody.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import type { BodyForm } from "../database/dictionary-store.ts";
import type { Units } from "../ledger/units.ts";
import type { ReferenceWriter } from "../references/reference-writer.ts";
import { VolumeResolver } from "../references/volume-resolver.ts";
import type { CaseRepository } from "./case-repository.ts";
import { type IndexedBody, indexBody, wordsRow } from "./index-row.ts";
import type { IndexRow, IndexWriter } from "./index-writer.ts";
import type { StoredCase } from "./merge-case.ts";

/** Makes the structured body of a stored form; the store itself reads neither XML nor HTML. */
export type ReadBody = (form: BodyForm, text: string) => CaseBody;

/** What a writer of cases works with. */
export interface WritingParts {
  readonly index: IndexWriter;
  readonly references: ReferenceWriter;
  readonly units: Units;
  readonly readBody: ReadBody;
}

/** A case to be written. */
export interface PlacingCase {
  readonly held: StoredCase;
  /** The index row that is there now; null when there is none. */
  readonly oldRank: number | null;
  readonly textForm: BodyForm | null;
  /** Words of the body in that form, when they are at hand. */
  readonly indexed: IndexedBody | null;
}

export class CasePlacer {
  readonly #cases: CaseRepository;
  readonly #index: IndexWriter;
  readonly #references: ReferenceWriter;
  readonly #readBody: ReadBody;
  #resolver: VolumeResolver | null = null;

  constructor(cases: CaseRepository, { index, references, readBody }: Omit<WritingParts, "units">) {
    this.#cases = cases;
    this.#index = index;
    this.#references = references;
    this.#readBody = readBody;
  }

  /** To be called when reporters or volumes changed: names are resolved among the new ones from then on. */
  forgetResolved(): void {
    this.#resolver = null;
  }

  store(pending: readonly PlacingCase[]): void {
    const sorted = pending.toSorted(
      (a, b) => dayOrder(a) - dayOrder(b) || a.held.metadata.id - b.held.metadata.id,
    );
    // a rank that one case leaves may be the one that another gets: all leave before any comes
    const rows = sorted.map((one) => this.#storeRow(one));
    for (const { oldRank } of sorted) if (oldRank !== null) this.#index.remove(oldRank);
    for (const row of rows) this.#index.insert(row);
  }

  #storeRow({ held, oldRank, textForm, indexed }: PlacingCase): IndexRow {
    const { metadata } = held;
    const day = decisionDay(metadata.decisionDate);
    const rank = oldRank !== null && this.#index.isOfDay(oldRank, day) ? oldRank : this.#index.freeRank(day);
    const body = indexed ?? this.#indexHeld(held, textForm);
    this.#resolver ??= new VolumeResolver(this.#references);
    const volume = this.#resolver.resolve(metadata);
    const place = { rank, volume, textForm, bodyChars: body?.chars ?? null };
    this.#cases[oldRank === null ? "add" : "replace"](held, place);
    const court = metadata.courtId === null ? undefined : this.#references.all("court").get(metadata.courtId);
    const words = wordsRow(
      {
        ...metadata,
        cites: metadata.citations.map(({ cite }) => cite),
        courtName: typeof court?.fields.name === "string" ? court.fields.name : null,
        reporterId: volume.reporterId,
      },
      body,
    );
    return { rank, words, names: metadata };
  }

  #indexHeld(held: StoredCase, textForm: BodyForm | null): IndexedBody | null {
    if (textForm === null) return null;
    const form = textForm === "text" && held.forms.get("text")?.data === null ? "html" : textForm;
    const data = held.forms.get(form)?.data ?? null;
    return data === null ? null : indexBody(this.#readBody(form, this.#cases.unpack(data)));
  }
}

function dayOrder({ held }: PlacingCase): number {
  return decisionDay(held.metadata.decisionDate) ?? Number.MAX_SAFE_INTEGER;
}
