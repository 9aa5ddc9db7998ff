/** The commands: what each does, and where it is declared. */
import type { Declare } from "./context.ts";

/** In the order of the help. */
export const COMMANDS = {
  demo: "import the bundled sample and search it",
  sync: "download what is new or changed at the source, and import it",
  download: "download what is new or changed at the source",
  import: "import archives on disk",
  list: "list cases, courts, jurisdictions, reporters, volumes, citations or bulk files",
  search: "search the text of the cases and print readable results",
  show: "show one case",
  check: "check the citations and quotations of a draft",
  mcp: "answer an assistant over the Model Context Protocol",
  export: "write the cases as JSON lines, CSV, Parquet, SQLite or files",
  cites: "list what a case cites, or what cites it",
  similar: "list the cases most similar to a case",
  serve: "serve the reading pages for browsers, and the v1 interface",
  token: "create a credential for serve",
  coverage: "report the status of every unit that the sources list",
  stats: "report counts, sizes and the last runs",
  changes: "list the cases that were added, changed or removed since a point",
  alert: "save searches, and report what is new since they last ran",
  trends: "count the matching decisions of each year, next to the year's total",
  ngrams: "count the cases of each year with up to three words, as /v1/ngrams/ does",
  resolve: "list the cases of every citation in a text, as /v1/resolve/ does",
  publish: "bring an index of a search engine up to date with the corpus",
  verify: "check the corpus and the archives",
  doctor: "say whether all is well: runs, units, space, rights, the source",
  backup: "copy the corpus, also while it is in use",
  optimize: "merge the indexes and return free space to the disk",
  version: "print the versions of the program, Node, SQLite, the corpus and the interface",
  completion: "print a script that completes commands in bash, zsh or fish",
  manual: "print the manual page",
} as const;

export type CommandName = keyof typeof COMMANDS;

/** Loads one module, so that a short command starts quickly. */
export const DECLARATIONS: Readonly<Record<CommandName, () => Promise<Declare>>> = {
  demo: async () => (await import("./commands/demo.ts")).declareDemo,
  sync: async () => (await import("./commands/sync.ts")).declareSync,
  download: async () => (await import("./commands/sync.ts")).declareDownload,
  import: async () => (await import("./commands/import.ts")).declareImport,
  list: async () => (await import("./commands/list.ts")).declareList,
  search: async () => (await import("./commands/search.ts")).declareSearch,
  show: async () => (await import("./commands/show.ts")).declareShow,
  check: async () => (await import("./commands/check.ts")).declareCheck,
  mcp: async () => (await import("./commands/mcp.ts")).declareMcp,
  export: async () => (await import("./commands/export.ts")).declareExport,
  cites: async () => (await import("./commands/cites.ts")).declareCites,
  similar: async () => (await import("./commands/similar.ts")).declareSimilar,
  serve: async () => (await import("./commands/serve.ts")).declareServe,
  token: async () => (await import("./commands/serve.ts")).declareToken,
  coverage: async () => (await import("./commands/coverage.ts")).declareCoverage,
  stats: async () => (await import("./commands/stats.ts")).declareStats,
  changes: async () => (await import("./commands/changes.ts")).declareChanges,
  alert: async () => (await import("./commands/alert.ts")).declareAlert,
  trends: async () => (await import("./commands/trends.ts")).declareTrends,
  ngrams: async () => (await import("./commands/ngrams.ts")).declareNgrams,
  resolve: async () => (await import("./commands/resolve.ts")).declareResolve,
  publish: async () => (await import("./commands/publish.ts")).declarePublish,
  verify: async () => (await import("./commands/verify.ts")).declareVerify,
  doctor: async () => (await import("./commands/doctor.ts")).declareDoctor,
  backup: async () => (await import("./commands/backup.ts")).declareBackup,
  optimize: async () => (await import("./commands/backup.ts")).declareOptimize,
  version: async () => (await import("./commands/about.ts")).declareVersion,
  completion: async () => (await import("./commands/completion.ts")).declareCompletion,
  manual: async () => (await import("./commands/about.ts")).declareManual,
};

/** These need no corpus, or its file: a search engine does not help them. */
export const WITHOUT_ENGINE: readonly string[] =
  "demo download import token doctor backup optimize version completion manual".split(" ");
