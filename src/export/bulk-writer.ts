/**
 * Writes bulk files like the publisher's: a BagIt zip for each jurisdiction and format, `ill_xml_20261121.zip`
 * (docs/formats.md, "Bulk BagIt archives"). Importing them restores the cases in each body form that a bulk file can contain.
 *
 * If the request names no format, the XML of a case goes into the `xml` file, and a text from the source into the `text`
 * file, like a case without a body. A text is omitted if it can be generated from the XML or is older than the XML; in one
 * release the source's text has priority over the XML (docs/formats.md, "Forms and formats of a body").
 *
 * A bulk file has neither HTML of the static site nor reference records. The import then restores the text of such a case,
 * and only the fields of reporters and volumes that cases have.
 */
import { BagWriter } from "../archive/bag-writer.ts";
import { bodyIn, type CaseWithBody, textBodyOf } from "../corpus/bodies.ts";
import type { StoredBody } from "../domain/casebody.ts";
import { slugify } from "../domain/citation.ts";
import type { Jurisdiction } from "../domain/records.ts";
import { type V1Casebody, v1TextBody } from "../v1/records.ts";
import { bulkLine } from "./bulk-line.ts";
import type { ExportWriter, WriterContext, WrittenFile } from "./export-writer.ts";

type BulkFormat = "text" | "xml";

export async function openBulkWriter(output: WriterContext): Promise<ExportWriter> {
  return new BulkWriter(output);
}

/** Has the files of the current jurisdiction open; those of earlier ones are finished. */
class BulkWriter implements ExportWriter {
  readonly #output: WriterContext;
  /** The bagging date and the release of the files. */
  readonly #day = new Date().toISOString().slice(0, 10);
  readonly #open = new Map<BulkFormat, BagWriter>();
  readonly #finished: WrittenFile[] = [];
  /** By jurisdiction id; all different. */
  readonly #names = new Map<number | null, string>();
  #jurisdictionId: number | null = null;

  constructor(output: WriterContext) {
    this.#output = output;
  }

  /** @param cases by jurisdiction, then by ascending id */
  async write(cases: readonly CaseWithBody[]): Promise<void> {
    const bodies = this.#output.snapshot.storedBodies(cases.map(({ id }) => id));
    const lines = cases.map((one) => linesFor(bodies.get(one.id), this.#output.bodyFormat));
    for (const [at, one] of cases.entries()) await this.#writeCase(one, lines[at] ?? []);
  }

  async finish(): Promise<readonly WrittenFile[]> {
    await this.#finishOpen();
    return this.#finished.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const bag of this.#open.values()) await bag[Symbol.asyncDispose]();
    this.#open.clear();
  }

  async #writeCase(one: CaseWithBody, lines: readonly Line[]): Promise<void> {
    if ((one.jurisdiction?.id ?? null) !== this.#jurisdictionId) await this.#finishOpen();
    this.#jurisdictionId = one.jurisdiction?.id ?? null;
    for (const [format, data] of lines) {
      await this.#bag(format, one).write(bulkLine(one, data));
    }
  }

  #bag(format: BulkFormat, { jurisdiction }: CaseWithBody): BagWriter {
    const known = this.#open.get(format);
    if (known !== undefined) return known;
    const bag = new BagWriter({
      folder: this.#output.folder,
      name: `${this.#nameOf(jurisdiction)}_${format}_${this.#day.replaceAll("-", "")}`,
      description: `Cases for ${jurisdiction?.nameLong ?? jurisdiction?.name ?? "no known jurisdiction"}`,
      baggingDate: this.#day,
    });
    this.#open.set(format, bag);
    return bag;
  }

  /** A safe name from the source's slug; an id is added if two slugs have the same safe name. */
  #nameOf(jurisdiction: Jurisdiction | null): string {
    const id = jurisdiction?.id ?? null;
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const safe = slugify(jurisdiction?.slug ?? "") || "unknown";
    const isTaken = [...this.#names.values()].includes(safe);
    const name = isTaken ? `${safe}-${id}` : safe;
    this.#names.set(id, name);
    return name;
  }

  async #finishOpen(): Promise<void> {
    for (const [format, bag] of this.#open) {
      this.#finished.push({ path: await bag.finish(), rows: bag.rows });
      this.#open.delete(format);
    }
  }
}

/** A file that a case goes into, and its body there; null: without a body. */
type Line = readonly [BulkFormat, V1Casebody["data"]];

function linesFor(stored: StoredBody | undefined, format: WriterContext["bodyFormat"]): readonly Line[] {
  if (format === "xml") return [["xml", stored?.xml ?? null]];
  const text = (): V1Casebody["data"] => {
    // the publisher's text, not the one that is searched
    const body = textBodyOf({ body: bodyIn("text", stored) });
    return body === null ? null : v1TextBody(body);
  };
  if (format !== null) return [["text", text()]];
  const hasOwnText = stored !== undefined && stored.text !== null && stored.text.form !== "xml";
  const xml = stored?.xml ?? null;
  return [
    ...(hasOwnText || xml === null ? [["text", hasOwnText ? text() : null] as const] : []),
    ...(xml === null ? [] : [["xml", xml] as const]),
  ];
}
