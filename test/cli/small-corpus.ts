/** A corpus of five cases, made once for a test file. One case is full of what could steer a terminal. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { importPaths } from "../../src/import/import.ts";
import { makeBagZip } from "../support/archives.ts";
import { runOptions } from "../support/run.ts";
import { keptFolder } from "../support/temp-folder.ts";

/** Clears the screen, sets the title, turns the direction, rings (C0, C1, bidi). */
export const STEERING = "\u001b[2J\u001b]0;x\u0007\u202e\u009b31m";
export const HOSTILE_ID = 5;
const ARCHIVE = "Georgia-20200302-text.zip";

const GEORGIA = { id: 32, slug: "ga", name: "Ga.", name_long: "Georgia", whitelisted: true };
const COURT = {
  ...{ id: 9, slug: "ga-super" },
  ...{ name: "Superior Court of Georgia", name_abbreviation: "Ga. Super. Ct." },
};

/** Lines of a text archive. */
export const SMALL_CASES: readonly unknown[] = [
  caseLine(
    1,
    "Wood v. Smith",
    "1805-05-01",
    "1 Charlton 42",
    "The sign was painted in gold letters upon a black board.",
  ),
  caseLine(
    2,
    "State v. Asselin",
    "1805-06",
    "1 Charlton 184",
    "An indictment for larceny, of the University's silver.",
  ),
  caseLine(3, "Doe v. Roe", "1806", "2 Charlton 7", "Négligence of the carrier;\nthe goods were lost."),
  caseLine(4, "In re Doe", null, "2 Charlton 7", "A short order."),
  caseLine(HOSTILE_ID, `Evil${STEERING} v. Screen`, "1807-01-02", "3 Charlton 1", `Bell${STEERING} rings.`),
];

export interface SmallCorpus {
  readonly folder: string;
  readonly db: string;
  /** `--db` and `--data-dir`. */
  readonly flags: readonly string[];
  readonly archive: string;
}

/** Where this process made it, for the files that it runs. */
let made: Promise<string> | null = null;

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "caselaw-cli-"));
  const archive = await makeBagZip(join(folder, ARCHIVE), { lines: SMALL_CASES });
  await importPaths([archive], { ...runOptions(folder), corpusPath: join(folder, "corpus.db") });
  return folder;
}

/** Makes the corpus before the tests of the file and takes it away after them. */
export function smallCorpus(): SmallCorpus {
  const folder = keptFolder();
  const db = join(folder, "corpus.db");
  beforeAll(async () => {
    made ??= make();
    cpSync(await made, folder, { recursive: true });
  });
  return {
    folder,
    db,
    archive: join(folder, ARCHIVE),
    flags: ["--db", db, "--data-dir", join(folder, "data")],
  };
}

export function caseLine(id: number, name: string, date: string | null, cite: string, text: string): unknown {
  return {
    id,
    name,
    name_abbreviation: name,
    decision_date: date,
    docket_number: `No. ${id}`,
    first_page: "42",
    last_page: "45",
    citations: [{ type: "official", cite }],
    volume: { volume_number: "1" },
    reporter: { full_name: "Charlton's Reports" },
    court: COURT,
    jurisdiction: GEORGIA,
    casebody: {
      status: "ok",
      data: {
        parties: [name],
        opinions: [{ type: "majority", author: "Charlton, J.", text }],
        head_matter: `${name}\nHead matter.`,
        attorneys: ["Mr. Berrien"],
        judges: [],
        corrections: "",
      },
    },
  };
}
