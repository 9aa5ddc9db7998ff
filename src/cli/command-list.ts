/** The commands: their names, and where each is declared. */
import type { Declare } from "./context.ts";

interface CommandEntry {
  readonly name: string;
  /** Whether it asks a corpus, which may be in a search engine. */
  readonly asks?: true;
  /** Whether it describes all commands, which are then all declared. */
  readonly describes?: true;
  readonly summary: string;
  readonly load: () => Promise<Declare>;
}

/** In the order of the help. Only the module of the command that the arguments name is loaded. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "demo",
    summary: "import the bundled sample and search it",
    load: async () => (await import("./about/demo.ts")).declareDemo,
  },
  {
    name: "sync",
    asks: true,
    summary: "download what is new or changed at the source, and import it",
    load: async () => (await import("./commands/sync.ts")).declareSync,
  },
  {
    name: "download",
    summary: "download what is new or changed at the source",
    load: async () => (await import("./commands/download.ts")).declareDownload,
  },
  {
    name: "import",
    summary: "import archives on disk",
    load: async () => (await import("./commands/import.ts")).declareImport,
  },
  {
    name: "list",
    asks: true,
    summary: "list cases, courts, jurisdictions, reporters, volumes, citations or bulk files",
    load: async () => (await import("./commands/list.ts")).declareList,
  },
  {
    name: "search",
    asks: true,
    summary: "search the text of the cases and print readable results",
    load: async () => (await import("./commands/search.ts")).declareSearch,
  },
  {
    name: "show",
    asks: true,
    summary: "show one case",
    load: async () => (await import("./commands/show.ts")).declareShow,
  },
  {
    name: "check",
    asks: true,
    summary: "check the citations and quotations of a draft",
    load: async () => (await import("./commands/check.ts")).declareCheck,
  },
  {
    name: "mcp",
    asks: true,
    summary: "answer an assistant over the Model Context Protocol",
    load: async () => (await import("./commands/mcp.ts")).declareMcp,
  },
  {
    name: "export",
    asks: true,
    summary: "write the cases as JSON lines, CSV, Parquet, SQLite or files",
    load: async () => (await import("./commands/export.ts")).declareExport,
  },
  {
    name: "cites",
    asks: true,
    summary: "list what a case cites, or what cites it",
    load: async () => (await import("./commands/cites.ts")).declareCites,
  },
  {
    name: "similar",
    asks: true,
    summary: "list the cases most similar to a case",
    load: async () => (await import("./commands/similar.ts")).declareSimilar,
  },
  {
    name: "serve",
    asks: true,
    summary: "serve the reading pages for browsers, and the v1 interface",
    load: async () => (await import("./commands/serve.ts")).declareServe,
  },
  {
    name: "token",
    summary: "create a credential for serve",
    load: async () => (await import("./commands/token.ts")).declareToken,
  },
  {
    name: "coverage",
    asks: true,
    summary: "report the status of every unit that the sources list",
    load: async () => (await import("./commands/coverage.ts")).declareCoverage,
  },
  {
    name: "stats",
    asks: true,
    summary: "report counts, sizes and the last runs",
    load: async () => (await import("./commands/stats.ts")).declareStats,
  },
  {
    name: "changes",
    asks: true,
    summary: "list the cases that were added, changed or removed since a point",
    load: async () => (await import("./commands/changes.ts")).declareChanges,
  },
  {
    name: "alert",
    asks: true,
    summary: "save searches, and report what is new since they last ran",
    load: async () => (await import("./commands/alert.ts")).declareAlert,
  },
  {
    name: "trends",
    asks: true,
    summary: "count the matching decisions of each year, next to the year's total",
    load: async () => (await import("./commands/trends.ts")).declareTrends,
  },
  {
    name: "ngrams",
    asks: true,
    summary: "count the cases of each year with up to three words, as /v1/ngrams/ does",
    load: async () => (await import("./commands/endpoints/ngrams.ts")).declareNgrams,
  },
  {
    name: "resolve",
    asks: true,
    summary: "list the cases of every citation in a text, as /v1/resolve/ does",
    load: async () => (await import("./commands/endpoints/resolve.ts")).declareResolve,
  },
  {
    name: "publish",
    asks: true,
    summary: "bring an index of a search engine up to date with the corpus",
    load: async () => (await import("./commands/publish.ts")).declarePublish,
  },
  {
    name: "verify",
    asks: true,
    summary: "check the corpus and the archives",
    load: async () => (await import("./commands/verify.ts")).declareVerify,
  },
  {
    name: "doctor",
    summary: "say whether all is well: runs, units, space, rights, the source",
    load: async () => (await import("./about/doctor.ts")).declareDoctor,
  },
  {
    name: "backup",
    summary: "copy the corpus, also while it is in use",
    load: async () => (await import("./commands/backup.ts")).declareBackup,
  },
  {
    name: "optimize",
    summary: "merge the indexes and return free space to the disk",
    load: async () => (await import("./commands/optimize.ts")).declareOptimize,
  },
  {
    name: "version",
    summary: "print the versions of the program, Node, SQLite, the corpus and the interface",
    load: async () => (await import("./about/version.ts")).declareVersion,
  },
  {
    name: "completion",
    describes: true,
    summary: "print a script that completes commands in bash, zsh or fish",
    load: async () => (await import("./about/completion.ts")).declareCompletion,
  },
  {
    name: "manual",
    describes: true,
    summary: "print the manual page",
    load: async () => (await import("./about/manual.ts")).declareManual,
  },
];
