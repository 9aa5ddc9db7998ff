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
import type { BagWriter } from "../archive/bag-writer.ts";
import { bodyIn, textBodyOf } from "../corpus/bodies.ts";
import type { StoredBody } from "../domain/casebody.ts";
import { slugify } from "../domain/citation.ts";
import type { Case, Jurisdiction } from "../domain/records.ts";
import { type V1Casebody, v1Case, v1TextBody } from "../v1/records.ts";
import { type Table, tableOf } from "./dictionary.ts";
import { type ExportWriter, type Format, USUAL, type WriterContext, type WrittenFile } from "./format.ts";
import { caseFields } from "./jsonl.ts";

export const BULK: Format = {
  ...USUAL,
  describes: "BagIt zips by jurisdiction and format, to be imported again",
  bodies: "read by the writer",
  bodyFormats: ["text", "xml"],
  accepts: [],
  order: () => "jurisdiction",
  tables: (_request, paths) => [bulkTable(paths)],
  open: openBulkWriter,
};

type BulkFormat = "text" | "xml";

/** Has the files of the current jurisdiction open; those of earlier ones are finished. Cases come by jurisdiction, then by id. */
async function openBulkWriter({ folder, snapshot, bodyFormat }: WriterContext): Promise<ExportWriter> {
  const { BagWriter } = await import("../archive/bag-writer.ts");
  /** The bagging date and the release of the files. */
  const day = new Date().toISOString().slice(0, 10);
  const open = new Map<BulkFormat, BagWriter>();
  const finished: WrittenFile[] = [];
  /** By jurisdiction id; all different. */
  const names = new Map<number | null, string>();
  let current: number | null = null;
  const bagOf = (format: BulkFormat, jurisdiction: Jurisdiction | null): BagWriter => {
    const bag =
      open.get(format) ??
      new BagWriter({
        folder,
        name: `${nameOf(jurisdiction, names)}_${format}_${day.replaceAll("-", "")}`,
        description: `Cases for ${jurisdiction?.nameLong ?? jurisdiction?.name ?? "no known jurisdiction"}`,
        baggingDate: day,
      });
    open.set(format, bag);
    return bag;
  };
  const finishOpen = async (): Promise<void> => {
    for (const [format, bag] of open) {
      finished.push({ path: await bag.finish(), rows: bag.rows });
      open.delete(format);
    }
  };
  return {
    write: async (cases) => {
      const bodies = snapshot.storedBodies(cases.map(({ id }) => id));
      const lines = cases.map((record) => linesFor(bodies.get(record.id), bodyFormat));
      for (const [at, record] of cases.entries()) {
        const id = record.jurisdiction?.id ?? null;
        if (id !== current) await finishOpen();
        current = id;
        for (const [format, data] of lines[at] ?? [])
          await bagOf(format, record.jurisdiction).write(bulkLine(record, data));
      }
    },
    finish: async () => {
      await finishOpen();
      return finished.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    },
    [Symbol.asyncDispose]: async () => {
      for (const bag of open.values()) await bag[Symbol.asyncDispose]();
    },
  };
}

/** A safe name from the source's slug; an id is added if two slugs have the same safe name. */
function nameOf(jurisdiction: Jurisdiction | null, names: Map<number | null, string>): string {
  const id = jurisdiction?.id ?? null;
  const safe = slugify(jurisdiction?.slug ?? "") || "unknown";
  const isTaken = [...names].some(([otherId, name]) => otherId !== id && name === safe);
  const name = names.get(id) ?? (isTaken ? `${safe}-${id}` : safe);
  names.set(id, name);
  return name;
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

/**
 * A case as a line of a bulk file, without a line end (docs/formats.md, "Lines of a bulk file"): the interface's record without
 * URLs, with the publisher's keys, the volume's barcode and the reporter's id, as in bulk files since 2019.
 *
 * @param casebody null for a line with metadata only
 */
export function bulkLine(record: Case, casebody: V1Casebody["data"]): string {
  const { url: _url, frontend_url: _page, casebody: _body, notes: _notes, ...answer } = v1Case(record, "");
  const { url: _jurisdiction, ...jurisdiction } = answer.jurisdiction;
  return asciiJson({
    ...answer,
    volume: { volume_number: record.volume.volumeNumber, barcode: record.volume.barcode },
    reporter: { id: record.reporter.id, full_name: record.reporter.fullName },
    court: {
      id: answer.court.id,
      name: answer.court.name,
      name_abbreviation: answer.court.name_abbreviation,
      jurisdiction_url: null,
      slug: answer.court.slug,
    },
    jurisdiction,
    ...(casebody === null ? {} : { casebody: { status: "ok", data: casebody } }),
  });
}

/** JSON as Python writes it: a space after `,` and `:`, and all non-ASCII characters escaped. */
export function asciiJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asciiJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return asciiScalar(value);
  const entries = Object.entries(value).map(([key, part]) => `${asciiScalar(key)}: ${asciiJson(part)}`);
  return `{${entries.join(", ")}}`;
}

function asciiScalar(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function bulkTable(paths: readonly string[]): Table {
  const names = ["url", "frontend_url", "notes"];
  const fields = caseFields("text").filter(({ name }) => !names.includes(name));
  const head = {
    ...{ name: "cases", path: paths.filter((path) => path.endsWith(".zip")) },
    description:
      "BagIt zips. A case a line of data/data.jsonl.xz, with the publisher's keys: no addresses, but volume.barcode and reporter.id; docs/formats.md describes them.",
    ...{ format: "zip", mediatype: "application/zip" },
  };
  return tableOf(
    head,
    fields.map(({ fields: _nested, ...field }) => field),
    [],
  );
}
