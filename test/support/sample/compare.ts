/** Compares sample files by value: what an archive holds, not how another version of a packer wrote it. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { fromBufferPromise } from "yauzl";
import { decodeXz } from "../../../src/archive/xz.ts";
import { keptBytes } from "../kept.ts";

/** True when both files hold the same, by the kind that the name tells. */
export async function sameValue(path: string, a: Buffer, b: Buffer): Promise<boolean> {
  return a.equals(b) || isDeepStrictEqual(await readValue(path, a), await readValue(path, b));
}

/**
 * The value of a file: of JSON the parsed value, of lines the parsed lines, of a zip its entries in order, of a manifest
 * the names it lists and whether their hashes are right.
 */
export async function readValue(path: string, bytes: Buffer): Promise<unknown> {
  if (path.endsWith(".zip")) return zipValue(await readZip(bytes));
  if (path.endsWith(".xz")) return readValue(path.slice(0, -".xz".length), await unpacked(bytes));
  const text = bytes.toString("utf8");
  if (path.endsWith(".jsonl"))
    return text
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  return path.endsWith(".json") ? (JSON.parse(text) as unknown) : text;
}

/** The entries of a zip, in order. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    entries.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream)));
  }
  return entries;
}

async function zipValue(entries: ReadonlyMap<string, Buffer>): Promise<unknown> {
  const values: [string, unknown][] = [];
  for (const [name, bytes] of entries) {
    const value = name.endsWith("manifest-sha512.txt")
      ? manifestValue(name, bytes.toString("utf8"), entries)
      : await readValue(name, bytes);
    values.push([name, value]);
  }
  return values;
}

function manifestValue(name: string, text: string, entries: ReadonlyMap<string, Buffer>): unknown {
  const top = name.slice(0, name.lastIndexOf("/") + 1);
  return text.split("\n").map((line) => {
    const [hash = "", path = ""] = line.split(" ");
    const listed = entries.get(`${top}${path}`) ?? Buffer.alloc(0);
    return { path, right: createHash("sha512").update(listed).digest("hex") === hash };
  });
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  return keptBytes(decodeXz(inOne(bytes)));
}

async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
