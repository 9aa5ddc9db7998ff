/**
 * A folder with a corpus that holds the first of two releases, and the command that brings the second: made once for a test
 * file, put back before each test and each kill.
 */
import { cpSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll } from "vitest";
import { type CliOptions, type Ended, runCli } from "../cli/run-cli.ts";
import { startBulkService } from "./bulk-service.ts";
import { type Dump, dumpCorpus } from "./dump.ts";
import { type Decision, rowsOf, writeSet } from "./listener-set.ts";
import { importAt, listing, runOptions, syncAt, syncOptions } from "./run.ts";
import { runHere } from "./run-here.ts";
import { startStaticSite } from "./static-site.ts";
import { keptFolder } from "./temp-folder.ts";
import {
  ADDED,
  CHANGED,
  makeBulkArchive,
  makeVolume,
  NEW_WORD,
  publishBulk,
  publishSite,
  RELEASES,
  REMOVED,
  type Release,
} from "./two-releases.ts";

const PRELOAD = new URL("preload-kill.ts", import.meta.url).href;

export type PlaceKind = "import" | "import set" | "sync bulk" | "sync static";

/** What a run is to end in. */
export interface EndState {
  readonly dump: Dump;
  /** Names of all files. */
  readonly files: readonly string[];
  /** Contents of the reject files. */
  readonly rejects: readonly string[];
}

/** How the program is run as a process of its own. */
export interface ChildOptions extends Pick<CliOptions, "onStart" | "environment"> {
  /** Of the source; that of the place when absent. */
  readonly sourceUrl?: string;
}

export interface KillPlace {
  readonly folder: string;
  readonly corpus: string;
  readonly dataFolder: string;
  /** The command that brings the second release. */
  readonly args: readonly string[];
  /** The address of the source; empty where there is none. */
  readonly sourceUrl: string;
  /** The corpus before the command, and what an undisturbed run of it leaves. */
  readonly before: Dump;
  readonly after: EndState;
  /** The state before the command, but for what is served. */
  reset(): void;
  /** Runs the command as a process with the calls watched (`preload-kill.ts`). */
  runChild(options?: ChildOptions): Promise<Ended>;
  endState(): EndState;
}

const kept = keptFolder();
const sources = new AsyncDisposableStack();
afterAll(() => sources.disposeAsync());
const places = new Map<PlaceKind, Promise<KillPlace>>();

/** As it was before the command. */
export async function openKillPlace(kind: PlaceKind): Promise<KillPlace> {
  const opened = places.get(kind) ?? makeKillPlace(kind);
  places.set(kind, opened);
  const place = await opened;
  place.reset();
  return place;
}

async function makeKillPlace(kind: PlaceKind): Promise<KillPlace> {
  const root = join(kept, kind.replace(" ", "-"));
  const folder = join(root, "work");
  const [corpus, dataFolder, template] = [join(folder, "test.db"), join(folder, "data"), join(root, "first")];
  const { sourceUrl, command } = await FIRST[kind](join(root, "source"), folder);
  const flags = ["--db", corpus, "--data-dir", dataFolder, "--report", join(folder, "report.json")];
  const argsFor = (url: string): string[] => [...command(url), ...flags];
  cpSync(folder, template, { recursive: true, preserveTimestamps: true });
  const place = {
    folder,
    corpus,
    dataFolder,
    args: argsFor(sourceUrl),
    sourceUrl,
    before: dumpCorpus(corpus),
    reset: () => {
      rmSync(folder, { recursive: true, force: true });
      cpSync(template, folder, { recursive: true, preserveTimestamps: true });
    },
    runChild: ({ environment, onStart, sourceUrl: url = sourceUrl }: ChildOptions = {}) =>
      runCli(argsFor(url), {
        folder: root,
        environment: {
          NODE_OPTIONS: `--import=${PRELOAD}`,
          ...environment,
        },
        ...(onStart === undefined ? {} : { onStart }),
      }),
    endState: () => endStateOf(folder, corpus, dataFolder),
  };
  const undisturbed = await runHere(place.args);
  if (undisturbed.code !== 0) throw new Error(`${undisturbed.code} ${undisturbed.stderr}`);
  return { ...place, after: place.endState() };
}

function endStateOf(folder: string, corpus: string, dataFolder: string): EndState {
  // verify notes there when it ran, also between a kill and the next run; a part of a report is of no other run
  const files = listing(folder).filter(
    (name) =>
      statSync(join(folder, name)).isFile() &&
      !/^(last-verify\.json|report\.json\..*\.part)$/.test(basename(name)),
  );
  const rejects = listing(dataFolder).filter((name) => name.endsWith(".jsonl"));
  return {
    dump: dumpCorpus(corpus),
    files,
    rejects: rejects.map((name) => readFileSync(join(dataFolder, name), "utf8")),
  };
}

/** The address of a source, and the command line for one with that address. */
interface Brought {
  readonly sourceUrl: string;
  readonly command: (url: string) => readonly string[];
}

/** Twenty decisions of two courts; the second release adds, changes and removes one. */
function decisions(release: Release): Decision[] {
  const isSecond = release === RELEASES[1];
  const ids = Array.from({ length: isSecond ? ADDED : REMOVED }, (_, index) => index + 1);
  return ids
    .filter((id) => !isSecond || id !== REMOVED)
    .map((id) => {
      const word = isSecond && id === CHANGED ? NEW_WORD : `word${id}`;
      return {
        id,
        court: id % 2 === 0 ? "mass" : "ca9",
        opinions: [{ html_with_citations: `<p>all ${word}</p>` }],
      };
    });
}

/** Brings the first release into the folder, and offers the second one at `source`. */
const FIRST: Readonly<Record<PlaceKind, (source: string, folder: string) => Promise<Brought>>> = {
  import: async (source, folder) => {
    const make = async (release: (typeof RELEASES)[number]): Promise<string[]> => [
      await makeBulkArchive(source, release, "text"),
      await makeVolume(join(source, release, "1.zip"), release),
    ];
    await importAt(await make(RELEASES[0]), runOptions(folder));
    const second = await make(RELEASES[1]);
    return { sourceUrl: "", command: () => ["import", ...second] };
  },
  "import set": async (source, folder) => {
    const [first, second] = ["2025-03-31", "2025-06-30"].map((date) => join(source, date));
    if (first === undefined || second === undefined) throw new Error("no folders");
    writeSet(first, "2025-03-31", rowsOf(decisions(RELEASES[0])));
    writeSet(second, "2025-06-30", rowsOf(decisions(RELEASES[1])));
    await importAt([first], runOptions(folder));
    return { sourceUrl: "", command: () => ["import", second] };
  },
  "sync bulk": async (source, folder) => {
    await publishBulk(source, RELEASES[0]);
    const service = await startBulkService(source);
    sources.defer(() => service.close());
    await syncAt(syncOptions("bulk", service.url, folder));
    await publishBulk(source, RELEASES[1]);
    return {
      sourceUrl: service.url,
      command: (url) => ["sync", "--source", "bulk", "--source-url", url],
    };
  },
  "sync static": async (source, folder) => {
    await publishSite(source, RELEASES[0]);
    const site = await startStaticSite(source);
    sources.defer(() => site.close());
    await syncAt(syncOptions("static", site.url, folder));
    await publishSite(source, RELEASES[1]);
    return {
      sourceUrl: site.url,
      command: (url) => ["sync", "--source-url", url],
    };
  },
};
