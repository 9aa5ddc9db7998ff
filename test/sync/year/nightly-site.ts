/** A static site in memory, whose list and volumes a test changes from night to night. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Service, startService } from "../../support/service.ts";
import { OTHER_PLACE, type PackedVolume, PLACE } from "./packed-volume.ts";

/** How the site answers for a zip instead of sending it. */
export type ZipFault = 404 | 410 | 403 | 503 | "cut" | "other unit" | "page";

/** A volume of the site. */
export interface SiteVolume {
  /** `r0/1` */
  unit: string;
  isListed: boolean;
  /** `last_updated` of its row in the list. */
  version: string | null;
  packed: PackedVolume;
  fault: ZipFault | null;
}

export interface SiteState {
  /** By barcode. */
  readonly volumes: Map<string, SiteVolume>;
  list: "true" | "empty" | "half" | "refused" | "cut";
}

export const REPORTERS = ["r0", "r1", "r2"] as const;

export interface NightlySite {
  readonly service: Service;
  readonly state: SiteState;
  /** Answers for zips since the last call: unit and status. */
  answers(): { readonly unit: string; readonly status: number }[];
}

export async function startNightlySite(): Promise<NightlySite> {
  const state: SiteState = { volumes: new Map(), list: "true" };
  let answers: { unit: string; status: number }[] = [];
  const service = await startService((request, response) => {
    const path = (request.url ?? "").replace(/\?.*/, "");
    const unit = /^\/(.*)\.zip$/.exec(path)?.[1];
    if (unit === undefined) answerList(path, state, response);
    else answers.push({ unit, status: answerZip(unit, state, request, response) });
  }, 0);
  const take = () => {
    const taken = answers;
    answers = [];
    return taken;
  };
  return { service, state, answers: take };
}

/** The volumes that the list of tonight has. */
export function listedVolumes({ volumes, list }: SiteState): SiteVolume[] {
  const listed = [...volumes.values()].filter(({ isListed }) => isListed);
  if (list === "empty") return [];
  return list === "half" ? listed.slice(0, Math.ceil(listed.length / 2)) : listed;
}

function answerList(path: string, state: SiteState, response: ServerResponse): void {
  const lists: Readonly<Record<string, unknown>> = {
    "/JurisdictionsMetadata.json": [PLACE, OTHER_PLACE],
    "/ReportersMetadata.json": REPORTERS.map(reporterRow),
    "/VolumesMetadata.json": listedVolumes(state).map(rowOf),
  };
  const list = lists[path];
  if (state.list === "refused") response.writeHead(403).end();
  else if (list === undefined) response.writeHead(404).end();
  else {
    const text = JSON.stringify(list);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(state.list === "cut" ? text.slice(0, -1) : text);
  }
}

function rowOf({ unit, version, packed }: SiteVolume): Record<string, unknown> {
  const [slug, folder] = unit.split("/");
  return {
    id: packed.barcode,
    volume_number: folder,
    jurisdictions: [packed.isOtherPlace ? OTHER_PLACE : PLACE],
    volume_folder: folder,
    reporter_slug: slug,
    last_updated: version,
  };
}

function reporterRow(slug: string, index: number) {
  return {
    id: 100 + index,
    full_name: `Reports ${index}`,
    short_name: `R${index}.`,
    start_year: 1900,
    end_year: 2000,
    jurisdictions: [PLACE],
    slug,
  };
}

/** @returns the status */
function answerZip(
  unit: string,
  { volumes }: SiteState,
  request: IncomingMessage,
  response: ServerResponse,
): number {
  const volume = [...volumes.values()].find((one) => one.unit === unit);
  const fault = volume === undefined ? 404 : volume.fault;
  if (typeof fault === "number") {
    response.writeHead(fault, { "Retry-After": "0" }).end();
    return fault;
  }
  const other = [...volumes.values()].find((one) => one !== volume);
  const sent = fault === "other unit" ? other?.packed : volume?.packed;
  if (sent === undefined) throw new Error(`no archive for ${unit}`);
  const etag = fault === null ? `"${sent.sha256}"` : `"${fault} ${sent.sha256}"`;
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { ETag: etag }).end();
    return 304;
  }
  const page = Buffer.from("<html>Sorry</html>");
  const cut = sent.bytes.subarray(0, sent.bytes.length >> 1);
  const body = fault === "page" ? page : fault === "cut" ? cut : sent.bytes;
  response.writeHead(200, { ETag: etag, "Content-Length": body.length }).end(body);
  return 200;
}
