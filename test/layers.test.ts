/** The layers of src/README.md, held over the source texts: imports go down only, and each package has one owner. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");

/** What each folder may import of ours, beside its own files. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  files: ["domain"],
  notes: ["domain"],
  sources: ["domain"],
  download: ["domain", "files"],
  archive: ["domain"],
  text: ["domain"],
  casebody: ["domain"],
  citations: ["domain"],
  store: ["domain", "files", "text", "citations"],
  import: ["domain", "files", "sources", "archive", "casebody", "store"],
  sync: ["domain", "files", "sources", "download", "archive", "store", "import"],
  maintenance: ["domain", "sources", "archive", "casebody", "store", "import"],
  engine: ["domain", "text", "citations", "casebody", "store"],
  corpus: ["domain", "text", "casebody", "citations", "store", "engine"],
  treatment: ["domain", "citations", "corpus"],
  check: ["domain", "text", "citations", "corpus", "treatment"],
  bibliography: ["domain", "citations"],
  v1: ["domain", "notes", "citations", "bibliography", "store", "corpus", "check", "treatment"],
  doctor: ["domain", "download", "v1"],
  alerts: ["domain", "files", "download", "store", "corpus", "v1"],
  mcp: ["domain", "files", "notes", "citations", "check", "corpus", "v1"],
  pages: ["domain", "notes", "casebody", "citations", "bibliography", "corpus", "v1"],
  http: ["domain", "corpus", "check", "v1", "doctor", "alerts", "mcp", "pages", "export"],
  export: ["domain", "files", "corpus", "v1", "store", "archive"],
  cli: [
    "domain",
    "files",
    "text",
    "citations",
    "bibliography",
    "import",
    "sync",
    "maintenance",
    "engine",
    "corpus",
    "check",
    "v1",
    "doctor",
    "alerts",
    "mcp",
    "pages",
    "http",
    "export",
  ],
  ".": ["alerts", "domain", "engine", "import", "sync", "corpus", "check", "v1", "export"],
};

/** Within a large folder: which of its rooms each room may import. */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  store: {
    database: [],
    codec: [],
    dates: ["database"],
    "fts5-pages": ["database", "dates"],
    ledger: ["database", "dates"],
    references: ["database"],
    write: ["database", "codec", "dates", "fts5-pages", "ledger", "references"],
    words: ["database", "dates", "fts5-pages", "write"],
    values: ["database", "write"],
    search: ["database", "dates", "fts5-pages", "write", "words", "values"],
    staging: ["database", "codec", "write"],
    read: ["database", "codec", "ledger", "references", "search", "words", "write"],
    maintenance: ["database", "codec", "dates", "fts5-pages", "ledger", "references", "write", "words"],
  },
  engine: {
    client: [],
    layout: ["client"],
    query: ["layout"],
    read: ["client", "layout", "query"],
    publish: ["client", "layout", "read"],
  },
  check: { documents: [], quotations: [] },
  v1: { check: [] },
  sources: { courtlistener: [] },
  import: { tables: [], unit: [], threads: ["tables", "unit"] },
  http: { readers: [], openapi: ["readers"] },
  pages: { search: [], trends: [], browse: [], check: [], case: ["browse", "search"] },
  cli: {
    settings: [],
    render: ["settings"],
    asking: ["settings", "render"],
    commands: ["asking", "settings", "render"],
  },
};

/** The one folder that may import each package; two print CSV. */
const OWNERS: Readonly<Record<string, string | readonly string[]>> = {
  undici: ["download", "engine"],
  "p-limit": "download",
  yauzl: ["archive", "check"],
  yazl: ["archive", "check"],
  "hyparquet-writer": "export",
  "xz-decompress": "archive",
  "node-liblzma": "archive",
  sax: ["casebody", "sources"],
  htmlparser2: ["casebody", "check"],
  unpdf: "check",
  "@modelcontextprotocol/server": ["mcp", "http", "cli"],
  diff: "check",
  "sanitize-html": "casebody",
  valibot: ["sources", "v1", "mcp", "export"],
  "@valibot/to-json-schema": ["http", "mcp"],
  "better-sqlite3": "store",
  stemmer: "text",
  fastify: "http",
  "@fastify/compress": "http",
  "@fastify/send": "http",
  "prom-client": "http",
  hono: "pages",
  commander: "cli",
  "string-width": "cli",
  "fastest-levenshtein": "v1",
};

interface SourceText {
  readonly folder: string;
  readonly file: string;
  readonly text: string;
}

function* imports({ text }: SourceText): Generator<string> {
  const statement =
    /^import\s(?:[^"]*?\sfrom\s)?"(?<first>[^"]+)"|^export\s(?:type\s)?(?:\*|\{[^}]*\})\sfrom\s"(?<again>[^"]+)"|\bimport\("(?<late>[^"]+)"\)/gm;
  for (const { groups } of text.matchAll(statement))
    yield groups?.first ?? groups?.again ?? groups?.late ?? "";
}

function fault(source: SourceText, name: string): string | null {
  const { folder, file } = source;
  if (name.startsWith("node:")) return null;
  if (name.startsWith(".")) {
    const target = relative(SOURCE, join(SOURCE, dirname(file), name));
    const to = target.includes(sep) ? (target.split(sep)[0] ?? ".") : ".";
    return to === folder || MAY_IMPORT[folder]?.includes(to) ? null : `${file} imports ${to}/`;
  }
  const owner = Object.keys(OWNERS).find((one) => name === one || name.startsWith(`${one}/`));
  if (owner === undefined) return `${file} imports the package "${name}", which nobody owns`;
  const owners = [OWNERS[owner]].flat();
  return owners.includes(folder) ? null : `${file} imports ${owner}, which belongs to ${owners.join("/, ")}/`;
}

function faultsIn(sources: readonly SourceText[]): string[] {
  return sources.flatMap((source) => {
    if (MAY_IMPORT[source.folder] === undefined)
      return [`${source.file} lies in a folder that the layers do not know`];
    return [...imports(source)].flatMap((name) => fault(source, name) ?? []);
  });
}

function readSources(): SourceText[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files.map((file) => ({
    file,
    folder: file.includes(sep) ? (file.split(sep)[0] ?? ".") : ".",
    text: readFileSync(join(SOURCE, file), "utf8"),
  }));
}

test("every import goes down, and to a package that the folder owns", () => {
  expect(faultsIn(readSources())).toEqual([]);
});

test("every room of a large folder imports only the rooms that it may", () => {
  const faults = readSources().flatMap((source) => {
    const [folder = "", room = "", file] = source.file.split(sep);
    if (file === undefined) return [];
    const allowed = ROOMS[folder]?.[room];
    if (allowed === undefined) return [`${folder}/${room} has no rule`];
    return [...imports(source)].flatMap((name) => {
      const [toFolder, to = "", toFile] = join(dirname(source.file), name).split(sep);
      const isRoom = name.startsWith(".") && toFolder === folder && toFile !== undefined && to !== room;
      return isRoom && !allowed.includes(to) ? [`${source.file} imports ${folder}/${to}/`] : [];
    });
  });
  expect(faults).toEqual([]);
});

test("no source file is longer than 350 lines", () => {
  const long = readSources().filter(({ text }) => text.split("\n").length > 351);
  expect(long.map(({ file }) => file)).toEqual([]);
});

test("no folder has more than 25 files side by side", () => {
  const folders = Map.groupBy(readSources(), ({ file }) => dirname(file));
  expect([...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
});

test("no file imports itself by way of others, types included", () => {
  const sources = new Map(readSources().map((source) => [source.file, source]));
  const targetsOf = (file: string): string[] => {
    const source = sources.get(file);
    const names = source === undefined ? [] : [...imports(source)].filter((name) => name.startsWith("."));
    return names.map((name) => join(dirname(file), name)).filter((target) => sources.has(target));
  };
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (done.has(file)) return;
    done.add(file);
    for (const target of targetsOf(file)) visit(target, [...path, file]);
  };
  for (const file of sources.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test("nothing below cli reads the environment, prints or exits", () => {
  const below = readSources().filter(({ folder }) => folder !== "cli");
  const speaking = below.filter(({ text }) =>
    /\bprocess\.(?:env|exit|stdout|stderr|argv)|\bconsole\./.test(text),
  );
  expect(speaking.map(({ file }) => file)).toEqual([]);
});

test.each([
  ["archive/zip.ts", 'import { x } from "../store/words.ts";', "archive/zip.ts imports store/"],
  [
    "domain/case.ts",
    'import sax from "sax";',
    "domain/case.ts imports sax, which belongs to casebody/, sources/",
  ],
  [
    "store/x.ts",
    'const y = await import("left-pad");',
    'store/x.ts imports the package "left-pad", which nobody owns',
  ],
  ["utils/x.ts", "", "utils/x.ts lies in a folder that the layers do not know"],
])("the layers refuse %s with %s", (file, text, found) => {
  expect(faultsIn([{ file, folder: file.split("/")[0] ?? "", text }])).toEqual([found]);
});

test("the built library has every module that it starts as a thread", () => {
  const text = readFileSync(new URL("../config/tsconfig.build.json", import.meta.url), "utf8");
  const threads = readSources().flatMap(({ file }) =>
    /-thread\.ts$/.test(file) && !/signal-|start-/.test(file) ? file : [],
  );
  expect(threads.length).toBeGreaterThan(2);
  expect(threads.filter((file) => !text.includes(`../src/${file}`))).toEqual([]);
});
