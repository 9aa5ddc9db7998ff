/**
 * `/exports/NAME/PATH`: files of the exports in one folder, so that DuckDB, Polars and others read them by their address
 * (docs/interface.md, "Exports by address").
 *
 * An export has texts, and says which cases matched a search. It is for those who may read closed texts. One that shows blocked
 * decisions is for nobody.
 */
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isAllowed } from "../corpus/bodies.ts";
import { isJsonObject } from "../domain/json.ts";
import { MANIFEST } from "../export/manifest.ts";
import { FILE_KINDS } from "../v1/page-formats.ts";
import { redirect } from "./routes.ts";
import { refuseStranger, sendRefusal, sendValue } from "./send-answer.ts";
import { keptPath, sendFile } from "./send-file.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

/** Others are sent as bytes, which no browser shows. */
const TYPES: Readonly<Record<string, string>> = {
  ".parquet": FILE_KINDS.parquet.type,
  ".csv": FILE_KINDS.csv.type,
  ".jsonl": FILE_KINDS.jsonl.type,
  ".json": "application/json",
  ".zip": "application/zip",
};
const SHOWS_BLOCKED =
  "This export may show blocked decisions. Make it with `caselaw export --without-blocked`.";

export function addExportRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { exportsFolder } = context;
  if (exportsFolder === null) return;
  const known = new KnownManifests();
  app.get("/exports", (_request, reply) => redirect(reply, 301, `${context.baseUrl}/exports/`));
  const forReaders =
    (send: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>) =>
    (_: unknown, reply: FastifyReply) =>
      isAllowed(accessOf(reply.request, context), false) ? send(reply) : refuseStranger(reply);
  app.get(
    "/exports/",
    forReaders((reply) => sendValue(addresses(exportsFolder, known, context), reply)),
  );
  app.get(
    "/exports/:name/*",
    forReaders((reply) => sendExported(exportsFolder, known, reply)),
  );
}

function addresses(
  folder: string,
  known: KnownManifests,
  { baseUrl }: ServiceContext,
): Record<string, string> {
  const names = readdirSync(folder).filter((name) => known.of(folder, name) === "open");
  return Object.fromEntries(
    names.sort().map((name) => [name, `${baseUrl}/exports/${encodeURIComponent(name)}/${MANIFEST}`]),
  );
}

async function sendExported(
  folder: string,
  known: KnownManifests,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params } = reply.request;
  const { name = "", "*": path = "" } = isJsonObject(params) ? params : {};
  const state = known.of(folder, String(name));
  if (state === "shows blocked") return sendRefusal(reply, 404, SHOWS_BLOCKED);
  const file = state === "open" ? keptPath(String(path), join(folder, String(name))) : null;
  if (file === null) return sendRefusal(reply, 404, "Not found.");
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  return sendFile(file, { name: basename(file), type }, reply);
}

type Manifested = "open" | "shows blocked" | "no export";

/** What the manifests say, read once for each version of a manifest: that of a partitioned export is megabytes. */
class KnownManifests {
  readonly #known = new Map<string, { readonly version: string; readonly state: Manifested }>();

  of(folder: string, name: string): Manifested {
    const path = keptPath(join(name, MANIFEST), folder);
    // ".." would be the folder above, and a part is not finished
    if (path === null || !/^[^./\\]/.test(name) || /[/\\]|\.part$/.test(name)) return "no export";
    const version = versionOf(statSync(path));
    const before = this.#known.get(name);
    if (before?.version === version) return before.state;
    const state = stateOf(readFileSync(path, "utf8"));
    this.#known.set(name, { version, state });
    return state;
  }
}

function versionOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function stateOf(text: string): Manifested {
  try {
    const manifest: unknown = JSON.parse(text);
    if (!isJsonObject(manifest) || !Array.isArray(manifest.files)) return "no export";
    return manifest.blocked === "none" || manifest.blocked === "hidden" ? "open" : "shows blocked";
  } catch {
    return "no export";
  }
}
