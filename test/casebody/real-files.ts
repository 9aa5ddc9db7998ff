/** Finds the real bodies outside of the repository, if they exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { openPromise } from "yauzl";
import { isJsonObject, type JsonObject } from "../../src/domain/json.ts";

const REAL = fileURLToPath(new URL("../../../shared/real/", import.meta.url));

export const HAS_REAL_FILES = existsSync(REAL);

/** The full paths of the files in a folder of real data with this suffix. */
export function realFiles(folder: string, ending: string): string[] {
  if (!HAS_REAL_FILES) return [];
  const names = readdirSync(REAL + folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${REAL}${folder}/${name}`);
}

export function readText(path: string): string {
  return readFileSync(path, "utf8");
}

export function readJson(path: string): JsonObject {
  return asObject(JSON.parse(readText(path)));
}

/** Narrows a value of the real data to an object. */
export function asObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new TypeError("not an object");
  return value as JsonObject;
}

/** The cases of a volume zip, each with its page. */
export async function volumePairs(zip: string): Promise<{ html: string; record: JsonObject }[]> {
  const members = await membersOf(zip);
  return [...members]
    .filter(([name]) => name.startsWith("html/"))
    .map(([name, html]) => {
      const json = members.get(`json/${basename(name, ".html")}.json`);
      return { html, record: asObject(JSON.parse(json ?? "null")) };
    });
}

async function membersOf(zip: string): Promise<Map<string, string>> {
  const file = await openPromise(zip);
  const members = new Map<string, string>();
  for await (const entry of file.eachEntry()) {
    const stream = await file.openReadStreamPromise(entry);
    members.set(entry.fileName, (await buffer(stream)).toString("utf8"));
  }
  return members;
}
