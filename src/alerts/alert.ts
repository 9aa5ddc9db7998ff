/**
 * Alerts: saved searches, and what of their matches was reported (docs/interface.md, "alert"). Each is a JSON file
 * in a data folder, `alerts/NAME.json`, and its feed, `alerts/NAME.atom`.
 *
 * They are in the data folder and not in the corpus, so that a rebuilt corpus keeps them. A file is replaced in one step, so it
 * is always that of one run. A file that cannot be read is an error and never skipped.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asUnavailable, CaselawError, systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { publishFile, syncFolder } from "../files/durable.ts";
import { RunLock } from "../store/database/lock.ts";

/** Where the change log of a corpus was when the alert last ran. */
export interface Mark {
  /** The id of the corpus. */
  readonly corpus: string;
  /** Number of the newest change. */
  readonly change: number;
  /** The newest row of the change log up to `change`; null if there is no row. A restored corpus has another row. */
  readonly row: { readonly number: number; readonly caseId: number; readonly at: string } | null;
}

export interface FeedEntry {
  /** Equal for the same case, so that a repeated report replaces the entry. */
  readonly key: string;
  readonly kind: "new" | "changed" | "note";
  readonly title: string;
  readonly summary: string;
  /** Below the base URL, with a slash at the beginning. */
  readonly path: string;
  /** ISO 8601 instant. */
  readonly updated: string;
}

export interface Alert {
  readonly name: string;
  /** A UUID, from which the ids of the feed and of its entries follow. */
  readonly id: string;
  /** Parameters of cases, in the order in which they were given. */
  readonly question: readonly (readonly [name: string, value: string])[];
  /** `new`: each case once; `new and changed`: also cases that change after they were reported. */
  readonly reports: "new" | "new and changed";
  /** An http or https address that gets a POST; null for none. */
  readonly webhook: string | null;
  readonly hasFeed: boolean;
  readonly mark: Mark;
  /** When the mark was set; ISO 8601 instant. */
  readonly markedAt: string;
  /** Ascending ids of all cases that matched when the alert was added, or were reported since. */
  readonly seen: readonly number[];
  /** The entries of the feed, the newest first. */
  readonly entries: readonly FeedEntry[];
}

/** The name of a file on every system. */
export const ALERT_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A UUID (version 8, RFC 9562) that follows from an alert and a key. */
export function uuidOf(alertId: string, key: string): string {
  const bytes = createHash("sha256").update(`${alertId} ${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const FORMAT = "caselaw alert 1";
/** A webhook's address is often a secret. */
const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;

export function alertsFolder(dataFolder: string): string {
  return join(dataFolder, "alerts");
}

export function feedPath(dataFolder: string, name: string): string {
  return join(alertsFolder(dataFolder), `${name}.atom`);
}

/** @throws CaselawError `conflict` if another run has the alerts, `unavailable` if the folder cannot be written */
export function lockAlerts(dataFolder: string, holder: string): RunLock {
  const folder = alertsFolder(dataFolder);
  return new RunLock(join(folder, ".lock"), `alerts "${folder}"`, holder);
}

/** The names of all alerts, in alphabetical order. @throws CaselawError `unavailable` */
export function alertNames(dataFolder: string): string[] {
  try {
    const files = readdirSync(alertsFolder(dataFolder)).filter((file) => file.endsWith(".json"));
    return files.map((file) => file.slice(0, -".json".length)).sort();
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw asUnavailable(error, `read the alerts in "${alertsFolder(dataFolder)}"`);
  }
}

/** @throws CaselawError `invalid` if there is no such alert, `corrupt` if its file is not that of an alert, `unavailable` */
export function readAlert(dataFolder: string, name: string): Alert {
  const path = alertPath(dataFolder, name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT")
      throw new CaselawError("invalid", `Cannot find alert "${name}": there is none with this name`, {
        hint: "caselaw alert list shows them all.",
      });
    throw asUnavailable(error, `read alert "${path}"`);
  }
  const alert = parseAlert(text);
  if (alert?.name === name) return alert;
  throw new CaselawError("corrupt", `Cannot read alert "${path}": it is not the file of an alert`, {
    at: { file: path },
    hint: "Restore the file, or remove the alert and add it again.",
  });
}

/** Stores an alert; the file is on disk when the promise resolves. Call it with the lock. @throws CaselawError `unavailable` */
export function writeAlert(dataFolder: string, alert: Alert): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...alert })}\n`;
  return replaceFile(alertPath(dataFolder, alert.name), text, SECRET_MODE);
}

/** Stores a feed, in the same way. @throws CaselawError `unavailable` */
export function writeFeed(dataFolder: string, name: string, xml: string): Promise<void> {
  return replaceFile(feedPath(dataFolder, name), xml, PUBLIC_MODE);
}

/** Removes an alert with its feed; its file may be damaged. @throws CaselawError `invalid` if there is none, `unavailable` */
export async function removeAlert(dataFolder: string, name: string): Promise<void> {
  if (!alertNames(dataFolder).includes(name)) readAlert(dataFolder, name);
  const path = alertPath(dataFolder, name);
  try {
    for (const file of [path, feedPath(dataFolder, name)])
      for (const end of ["", ".part"]) rmSync(`${file}${end}`, { force: true });
    await syncFolder(alertsFolder(dataFolder));
  } catch (error) {
    throw asUnavailable(error, `remove alert "${path}"`);
  }
}

/** @throws CaselawError `invalid` for a name that is not one of a file on every system */
function alertPath(dataFolder: string, name: string): string {
  if (!ALERT_NAME.test(name))
    throw new CaselawError("invalid", `Cannot name an alert "${name}": not 1 to 64 of a-z, 0-9, - and _`);
  return join(alertsFolder(dataFolder), `${name}.json`);
}

/** Only a run with the lock writes, so the temporary name may always be the same: a killed run leaves one file at most. */
async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const part = `${path}.part`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, text, { flag: "wx", mode });
    await publishFile(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw asUnavailable(error, `write "${path}"`);
  }
}

/** The keys of an alert's file; only this program writes it, so the types of most values are not checked. */
const FIELDS = "name id question reports webhook hasFeed mark markedAt seen entries".split(" ");

/** Null if the text is not the file of an alert. */
function parseAlert(text: string): Alert | null {
  try {
    const value: unknown = JSON.parse(text);
    return isAlert(value) ? value : null;
  } catch {
    return null;
  }
}

function isAlert(value: unknown): value is Alert {
  if (!isJsonObject(value) || value.format !== FORMAT || !FIELDS.every((field) => field in value))
    return false;
  const { question, seen, entries, mark } = value;
  return [question, seen, entries].every((list) => Array.isArray(list)) && isJsonObject(mark);
}
