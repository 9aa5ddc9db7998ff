/** Counts the outcomes of an archive's records, and writes the rejects. */
import type { RecordPlace } from "../archive/members.ts";
import type { Mismatch } from "../domain/bulk-file.ts";
import { isJsonObject } from "../domain/json.ts";
import type { ImportCounts } from "../domain/ledger.ts";
import { rowsById } from "../sources/read-case.ts";
import type { Outcome } from "../store/write/case-writer.ts";
import type { OpenRejects, RejectFile } from "./rejects.ts";
import { NO_COUNTS } from "./report.ts";
import { SeenCases } from "./seen-cases.ts";
import type { ReadRecord } from "./threads/records.ts";
import type { Identity } from "./unit/identify.ts";

const MISMATCHES: Readonly<Record<Mismatch["kind"], string>> = {
  row_without_json: "listed in CasesMetadata.json, but has no JSON file",
  json_without_row: "not listed in CasesMetadata.json",
  json_without_html: "has no HTML file",
  html_without_json: "has an HTML file, but no JSON file",
};
const SHORTER =
  "kept as it was: it has fewer opinions or citations than before, and rows of their tables could not be read";
/** Mismatches that the report of an archive lists; further ones are only counted. */
const MAX_PROBLEMS = 50;

type Counts = { -readonly [K in keyof ImportCounts]: number };

export class ImportStats implements Disposable {
  readonly counts: Counts = { ...NO_COUNTS };
  readonly #path: string;
  readonly #rejects: RejectFile | null;
  /** Imported cases, each with the position of the record that is stored. */
  readonly #imported = new SeenCases();
  readonly #rejected = new SeenCases();
  readonly #problems: string[] = [];
  readonly #namedMismatches: Mismatch[] = [];
  #mismatches = 0;
  #unknownIds = 0;

  /** @param rejects null in a dry run, which writes nothing */
  constructor(path: string, { source, unit }: Identity, rejects: OpenRejects | null) {
    this.#path = path;
    this.#rejects = rejects?.(source, unit) ?? null;
  }

  /** Whether all records exist and have readable ids, so that cases without a record are removed. */
  get isComplete(): boolean {
    return this.#mismatches === 0 && this.#unknownIds === 0;
  }

  get hasMismatches(): boolean {
    return this.#mismatches > 0;
  }

  get problems(): readonly string[] {
    const more = this.#mismatches - this.#problems.length;
    return more > 0 ? [...this.#problems, `and ${more} more`] : this.#problems;
  }

  get mismatches(): readonly Mismatch[] {
    return this.#namedMismatches;
  }

  hasImported(caseId: number): boolean {
    return this.#imported.has(caseId);
  }

  hasSeen(caseId: number): boolean {
    return this.#imported.has(caseId) || this.#rejected.has(caseId);
  }

  /** Compares the ids of a volume's rows and cases; to be called after the last record. */
  addUnmatched(rows: readonly unknown[]): void {
    // a case without a readable id may be the case of any row
    if (this.#unknownIds > 0) return;
    // rows that all name their files were compared by these names
    if (rows.every((row) => isJsonObject(row) && typeof row.file_name === "string")) return;
    const listed = rowsById(rows);
    for (const id of listed.keys())
      if (!this.hasSeen(id)) this.addMismatch({ kind: "row_without_json", name: `case ${id}` }, id);
    for (const id of new Set([...this.#imported.ids(), ...this.#rejected.ids()]))
      if (!listed.has(id)) this.addMismatch({ kind: "json_without_row", name: `case ${id}` }, id);
  }

  /** Adds a mismatch; a row without its JSON is also a reject. */
  addMismatch(mismatch: Mismatch, caseId: number | null = null): void {
    const { kind, name } = mismatch;
    this.#namedMismatches.push(mismatch);
    this.#addProblem(`${name}: ${MISMATCHES[kind]}`);
    if (kind !== "row_without_json") return;
    this.counts.read++;
    const entry = caseId === null ? `json/${name}.json` : "CasesMetadata.json";
    this.#reject({ entry, line: null }, caseId, MISMATCHES[kind], "");
  }

  /** @param outcomes of the prepared records, in their order */
  add(records: readonly ReadRecord[], outcomes: readonly Outcome[]): void {
    let next = 0;
    for (const record of records) {
      if (record.kind === "differs") {
        this.#addProblem(`${record.place.entry}: differs from its row in CasesMetadata.json`);
        continue;
      }
      this.counts.read++;
      if (record.kind === "rejected") this.#addRejected(record);
      else if (record.kind === "known") this.#addImported(record.id, record.place, "unchanged");
      else this.#addPrepared(record, outcomes[next++] ?? "unchanged");
    }
  }

  /**
   * Number of cases that could not be imported: of a volume's rows by their ids, of other archives the rejects.
   *
   * @param rows of `CasesMetadata.json`
   */
  missing(rows: readonly unknown[]): number {
    const listed = rowsById(rows);
    const expected = new Set([...listed.keys(), ...this.#rejected.ids()]);
    const missing = [...expected].filter((id) => !this.#imported.has(id)).length;
    return listed.size > 0 ? missing : missing + this.#unknownIds;
  }

  /** Finishes the file of rejects; returns its path, or null when there are no rejects. */
  async finish(): Promise<string | null> {
    return (await this.#rejects?.finish()) ?? null;
  }

  [Symbol.dispose](): void {
    this.#rejects?.discard();
  }

  #addPrepared({ place, prepared }: Extract<ReadRecord, { kind: "prepared" }>, outcome: Outcome): void {
    const { id } = prepared.record;
    if (prepared.hashDiffers) this.counts.hashDifferences++;
    if (outcome === "shorter") {
      this.#rejected.note(id, place);
      this.#reject(place, id, SHORTER, "");
      return;
    }
    if (outcome !== "outdated" && outcome !== "replaced") {
      this.#addImported(id, place, outcome);
      return;
    }
    const stored = this.#imported.placeOf(id);
    if (outcome === "outdated") this.#reject(place, id, `duplicate id, also ${placeText(stored)}`, "");
    else {
      this.#reject(stored ?? place, id, `duplicate id, also ${placeText(place)}`, "");
      this.#imported.note(id, place);
    }
  }

  #addImported(id: number, place: RecordPlace, outcome: "added" | "changed" | "unchanged"): void {
    this.#imported.note(id, place);
    this.counts[outcome]++;
  }

  #addRejected({ place, id, reason, text }: Extract<ReadRecord, { kind: "rejected" }>): void {
    if (id === null) this.#unknownIds++;
    else this.#rejected.note(id, place);
    this.#reject(place, id, reason, text);
  }

  #reject(place: RecordPlace, caseId: number | null, reason: string, text: string): void {
    this.counts.rejected++;
    this.#rejects?.add({ file: this.#path, ...place, caseId, reason, text });
  }

  #addProblem(problem: string): void {
    this.#mismatches++;
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem);
  }
}

function placeText(place: RecordPlace | null): string {
  return place?.line == null ? `entry ${place?.entry ?? "?"}` : `line ${place.line}`;
}
