/** What the machine shows: rights, space, and the last verification. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "../domain/errors.ts";
import { freeBytes } from "../download/part.ts";
import { ageWords, type Finding, finding, hoursSince } from "./finding.ts";
import { readVerifyNote } from "./verify-note.ts";

/** After this time another verification is due. */
const VERIFY_DAYS = 35;
/** Less space than this stops every run. */
const LEAST_FREE = 2 ** 30;

export interface Machine {
  readonly corpusPath: string;
  readonly dataFolder: string;
  /** The tokens file; it may be missing. */
  readonly tokensFile: string;
  readonly now: number;
  /** What decodes archives, and how to get a faster decoder; null if it is the fastest. */
  readonly xz: { readonly name: string; readonly advice: string | null };
}

export async function machineFindings(machine: Machine): Promise<Finding[]> {
  return [rights(machine), secrets(machine), await space(machine), lastVerify(machine), decoder(machine)];
}

/** A run writes the corpus, its folder and the data folder. */
function rights({ corpusPath, dataFolder }: Machine): Finding {
  const paths = [corpusPath, dirname(corpusPath), dataFolder].filter((path) => existsSync(path));
  for (const path of paths) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const advice = "A run needs the account that owns the data; reading commands need no right to write.";
      return finding("rights", "warning", `cannot write "${path}": ${messageOf(error)}`, advice);
    }
  }
  return finding("rights", "ok", "this account can write the corpus and the data folder");
}

/** Windows has no such modes. */
function secrets({ tokensFile }: Machine): Finding {
  if (!existsSync(tokensFile)) return finding("tokens file", "unknown", "there is none");
  const others = statSync(tokensFile).mode & 0o022;
  if (process.platform === "win32" || others === 0)
    return finding("tokens file", "ok", "only its owner can change it");
  return finding("tokens file", "failed", `others can change "${tokensFile}"`, `chmod 600 "${tokensFile}"`);
}

/** `optimize` and a rebuilt index need as much as the corpus takes. */
async function space({ corpusPath, dataFolder }: Machine): Promise<Finding> {
  const needed = existsSync(corpusPath) ? statSync(corpusPath).size : 0;
  const free = Math.min(await freeBytes(dirname(corpusPath)), await freeBytes(dataFolder));
  const message = `${gigabytes(free)} free, the corpus takes ${gigabytes(needed)}`;
  if (free < LEAST_FREE) return finding("space", "failed", message, "Free some space, or move the data.");
  if (free < needed)
    return finding("space", "warning", message, "optimize and backup need as much as the corpus takes.");
  return finding("space", "ok", message);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function lastVerify({ corpusPath, dataFolder, now }: Machine): Finding {
  const note = readVerifyNote(dataFolder);
  if (note === null || note.corpus !== corpusPath)
    return finding("verify", "warning", "this corpus was not verified", "Run caselaw verify, once a week.");
  const hours = hoursSince(note.at, now);
  const message = `${note.verdict}, ${ageWords(Math.max(hours, 0))} ago`;
  if (note.verdict !== "ok")
    return finding(
      "verify",
      "failed",
      message,
      "Run caselaw verify --repair; restore a backup if it says so.",
    );
  if (hours > VERIFY_DAYS * 24) return finding("verify", "warning", message, "Run caselaw verify.");
  return finding("verify", "ok", message);
}

function decoder({ xz }: Machine): Finding {
  if (xz.advice === null) return finding("xz decoder", "ok", xz.name);
  const message = `${xz.name}, which takes three times as long as liblzma`;
  return finding("xz decoder", "warning", message, xz.advice);
}
