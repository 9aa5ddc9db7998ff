/**
 * Bulk files as the publisher made them: a BagIt zip for each jurisdiction and format, `ill_xml_20261121.zip` (docs/formats.md,
 * "Bulk BagIt archives"). An import of them gives the cases of this corpus again, in each form that a bulk file can carry.
 *
 * Unless a format is asked for, a case goes where its body is: its XML into the `xml` file, a text of the source's own into
 * the `text` file, one without a body there as well. A text that would be made from the XML anyway is left out, and one that a
 * later XML has overtaken: in one release the source's text goes before the XML (docs/formats.md, "Forms and formats of a body").
 *
 * A bulk file carries no HTML of the static site and no reference records: of such a case its text comes back, of reporters
 * and volumes what the cases tell.
 */
import { BagWriter } from "../archive/bag/bag-writer.ts";
import { type CaseWithBody, textOf } from "../corpus/bodies.ts";
import type { Jurisdiction } from "../domain/records.ts";
import { slugify } from "../domain/slug.ts";
import type { StoredBody } from "../store/read/case-rows.ts";
import { type V1Casebody, v1TextBody } from "../v1/records.ts";
import { bulkLine } from "./bulk-line.ts";
import type { ExportWriter, WriterPlace, WrittenFile } from "./export-writer.ts";

type BulkFormat = "text" | "xml";

/** Bodies read at a time; a page of metadata may be larger. */
const BODIES = 50;

/** @param today when the files are said to be packed, and released */
export async function openBulkWriter(place: WriterPlace, today = new Date()): Promise<ExportWriter> {
  const day = today.toISOString().slice(0, 10);
  return new BulkWriter(place, day);
}

/** The files of the jurisdiction at hand; those before it are finished. */
class BulkWriter implements ExportWriter {
  readonly #place: WriterPlace;
  readonly #day: string;
  readonly #open = new Map<BulkFormat, BagWriter>();
  readonly #finished: WrittenFile[] = [];
  /** By jurisdiction id, so that each has a name of its own. */
  readonly #names = new Map<number | null, string>();
  #jurisdictionId: number | null = null;

  constructor(place: WriterPlace, day: string) {
    this.#place = place;
    this.#day = day;
  }

  /** @param cases jurisdiction by jurisdiction, by ascending id in each */
  async write(cases: readonly CaseWithBody[]): Promise<void> {
    for (let from = 0; from < cases.length; from += BODIES) {
      const some = cases.slice(from, from + BODIES);
      const bodies = this.#place.snapshot.storedBodies(some.map(({ id }) => id));
      for (const one of some) await this.#writeCase(one, bodies.get(one.id));
    }
  }

  async finish(): Promise<readonly WrittenFile[]> {
    await this.#finishOpen();
    return this.#finished.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const bag of this.#open.values()) await bag[Symbol.asyncDispose]();
    this.#open.clear();
  }

  async #writeCase(one: CaseWithBody, held: StoredBody | undefined): Promise<void> {
    if ((one.jurisdiction?.id ?? null) !== this.#jurisdictionId) await this.#finishOpen();
    this.#jurisdictionId = one.jurisdiction?.id ?? null;
    for (const [format, data] of linesFor(held, this.#place.bodyFormat)) {
      await this.#bag(format, one).write(bulkLine(one, data));
    }
  }

  #bag(format: BulkFormat, { jurisdiction }: CaseWithBody): BagWriter {
    const known = this.#open.get(format);
    if (known !== undefined) return known;
    const bag = new BagWriter({
      folder: this.#place.folder,
      name: `${this.#nameOf(jurisdiction)}_${format}_${this.#day.replaceAll("-", "")}`,
      description: `Cases for ${jurisdiction?.nameLong ?? jurisdiction?.name ?? "no known jurisdiction"}`,
      baggingDate: this.#day,
    });
    this.#open.set(format, bag);
    return bag;
  }

  /** A slug comes from a source: it is made safe, and two that become one are told apart. */
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

/** Which files a case stands in, and with which body; null is none. */
function linesFor(
  held: StoredBody | undefined,
  asked: WriterPlace["bodyFormat"],
): readonly (readonly [BulkFormat, V1Casebody["data"]])[] {
  if (asked === "xml") return [["xml", held?.xml ?? null]];
  const text = (): V1Casebody["data"] => {
    const body = textOf(held);
    return body === null ? null : v1TextBody(body);
  };
  if (asked !== null) return [["text", text()]];
  const hasOwnText = held !== undefined && held.text !== null && held.text.form !== "xml";
  const xml = held?.xml ?? null;
  return [
    ...(hasOwnText || xml === null ? [["text", hasOwnText ? text() : null] as const] : []),
    ...(xml === null ? [] : [["xml", xml] as const]),
  ];
}
