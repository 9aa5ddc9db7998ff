/** The parts of a DOCX: which of them are read, and a copy in which some are replaced. */
import { posix } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { type Entry, fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { readElements } from "./elements.ts";

/** Bytes of a part that is read, unpacked, and of all parts that are copied. */
const MAX_PART_BYTES = 64 * 2 ** 20;
const MAX_BYTES = 256 * 2 ** 20;
const MAX_PARTS = 10_000;
const ROOT_RELATIONS = "_rels/.rels";

export interface DocxPart {
  readonly name: string;
  /** Empty if the DOCX does not have it. */
  readonly xml: string;
}

/** What the body of a DOCX refers to, by the last word of the type of the relation. */
type Relation = "styles" | "footnotes" | "endnotes" | "comments";

export interface DocxParts {
  readonly document: DocxPart;
  readonly related: Readonly<Record<Relation, DocxPart>>;
  /** The part that says where the others are. */
  readonly relations: DocxPart;
}

/** @throws Error with the reason if it is no DOCX */
export async function readDocxParts(bytes: Buffer): Promise<DocxParts> {
  const opened = await openZip(bytes);
  const part = (name: string): Promise<DocxPart> => partIn(opened, name);
  const root = relationsIn((await part(ROOT_RELATIONS)).xml, "");
  const document = await part(root.get("officeDocument") ?? "word/document.xml");
  if (!opened.entries.has(document.name)) throw new Error("it is a zip, but not a DOCX");
  const folder = posix.dirname(document.name);
  const relations = await part(posix.join(folder, "_rels", `${posix.basename(document.name)}.rels`));
  const names = relationsIn(relations.xml, folder);
  const related = (type: Relation): Promise<DocxPart> =>
    part(names.get(type) ?? posix.join(folder, `${type}.xml`));
  return {
    document,
    relations,
    related: {
      styles: await related("styles"),
      footnotes: await related("footnotes"),
      endnotes: await related("endnotes"),
      comments: await related("comments"),
    },
  };
}

export async function partOf(bytes: Buffer, name: string): Promise<DocxPart> {
  return await partIn(await openZip(bytes), name);
}

/** The names of parts by the last word of their type. @param folder of the part whose relations these are */
function relationsIn(xml: string, folder: string): Map<string, string> {
  const names = new Map<string, string>();
  readElements(xml, "xml", {
    open: (_, { Type: type = "", Target: target = "", TargetMode: mode }) => {
      const name = posix.join(
        "/",
        folder,
        target.startsWith("/") ? posix.relative(`/${folder}`, target) : target,
      );
      if (target !== "" && mode !== "External") names.set(type.replace(/^.*\//, ""), name.slice(1));
    },
  });
  return names;
}

/** A copy; new parts are at the end. @throws Error with the reason if it is too large or damaged */
export async function copyDocx(bytes: Buffer, replaced: ReadonlyMap<string, string>): Promise<Buffer> {
  const { zip, entries } = await openZip(bytes);
  if (entries.values().reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_BYTES)
    throw new Error(`its parts have more than ${MAX_BYTES / 2 ** 20} MB`);
  const copy = new ZipFile();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  copy.on("error", reject);
  for (const [name, entry] of entries) {
    const options = { mtime: entry.getLastModDate(), compress: entry.compressionMethod !== 0 };
    const xml = replaced.get(name);
    if (xml !== undefined) copy.addBuffer(Buffer.from(xml), name, options);
    else if (name.endsWith("/")) copy.addEmptyDirectory(name, { mtime: options.mtime });
    else copy.addReadStreamLazy(name, options, (use) => zip.openReadStream(entry, use));
  }
  for (const [name, xml] of replaced) if (!entries.has(name)) copy.addBuffer(Buffer.from(xml), name);
  copy.end();
  return await Promise.race([buffer(copy.outputStream), failed]);
}

interface OpenZip {
  readonly zip: Awaited<ReturnType<typeof fromBufferPromise>>;
  readonly entries: ReadonlyMap<string, Entry>;
}

async function openZip(bytes: Buffer): Promise<OpenZip> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  if (zip.entryCount > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return { zip, entries };
}

async function partIn({ zip, entries }: OpenZip, name: string): Promise<DocxPart> {
  const entry = entries.get(name);
  if (entry === undefined) return { name, xml: "" };
  if (entry.uncompressedSize > MAX_PART_BYTES) throw new Error(`${name} is too large`);
  // yauzl ends a part that is longer than it says
  return { name, xml: await text(await zip.openReadStreamPromise(entry)) };
}
