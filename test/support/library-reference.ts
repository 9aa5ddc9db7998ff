/**
 * Writes `docs/library/` from the exports of `src/index.ts`, their declarations and docstrings: `npm run reference`.
 *
 * TypeDoc needs TypeScript's compiler as a library, which TypeScript 7 does not have. The declarations are written with their types, so
 * their text is enough.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { Visitor } from "rolldown/utils";
import { COLLECTIONS, parametersOf } from "../../src/v1/collections.ts";
import { PAGING_PARAMETERS } from "../../src/v1/paging.ts";
import { DEFINITIONS, type RecordField, recordFields } from "../../src/v1/record-definitions.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** The pages, with the folders below `src/` whose exports they have. */
const PAGES = [
  { name: "v1", title: "The v1 interface", folders: ["v1", "alerts"] },
  { name: "corpus", title: "A corpus as values", folders: ["corpus", "domain", "store"] },
  { name: "export", title: "Exports", folders: ["export"] },
  { name: "import", title: "Import and sync", folders: ["import", "sync", "download"] },
  { name: "engine", title: "Search engines", folders: ["engine"] },
  { name: "check", title: "Checking drafts", folders: ["check"] },
] as const;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface Exported {
  readonly name: string;
  /** Below `src/`. */
  readonly file: string;
  readonly doc: string;
  readonly declaration: string;
  /** The names of types in the declaration. */
  readonly named: readonly string[];
}

/** What callers pass on and never look into: its members are not shown. */
const OPAQUE = ["CorpusSource"];

/** Types whose tables say more than their names, which are not shown. */
const OF_TABLES = ["ParameterNames", "OrderedField"];

/** What the library exports, in the order of `src/index.ts`. */
export function libraryExports(): Exported[] {
  const index = parsed("index.ts");
  return index.nodes.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.source === null) return [];
    const file = String(nodeIn(node, "source").value).replace(/^\.\//, "");
    return nodesIn(node, "specifiers").map((one) => exportedFrom(file, String(nodeIn(one, "exported").name)));
  });
}

/** The pages by their names, `README.md` with a list of all exports. */
export function referencePages(): Map<string, string> {
  const all = libraryExports();
  const pages = PAGES.map((page) => {
    const own = all.filter(({ file }) => page.folders.some((folder) => file.startsWith(`${folder}/`)));
    return { ...page, own: own.toSorted((a, b) => compare(a.name, b.name)) };
  });
  const left = all.filter((one) => !pages.some(({ own }) => own.includes(one)));
  if (left.length > 0) throw new Error(`${left.map(({ name }) => name).join(", ")}: on no page`);
  return new Map([
    ["README.md", listOf(pages)],
    ...pages.map((page) => [`${page.name}.md`, pageOf(page)] as const),
  ]);
}

type Page = (typeof PAGES)[number] & { readonly own: readonly Exported[] };

const NOTE = "Made from the docstrings by `npm run reference`; do not edit. How to use the library is in";

function listOf(pages: readonly Page[]): string {
  const lists = pages.map(({ name, title, own }) => {
    const lines = own.map(
      (one) => `- [\`${one.name}\`](${name}.md#${one.name.toLowerCase()})${briefly(one.doc)}`,
    );
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return `# Library\n\nEvery name that \`caselaw-corpus\` exports. ${NOTE} [the interface](../interface.md#library).\n\n${lists.join("\n")}`;
}

function pageOf({ title, own }: Page): string {
  const sections = own.map(({ name, file, doc, declaration }) =>
    [`## ${name}`, described(doc), `\`\`\`typescript\n${declaration}\n\`\`\``, `In \`src/${file}\`.`]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  return `# ${title}\n\n${NOTE} [the interface](../interface.md#library).\n\n${sections.join("\n\n")}\n`;
}

/** The first sentence. */
function briefly(doc: string): string {
  const [first = ""] = doc.split(/(?<=\.)\s|\n@| @/);
  return first === "" ? "" : `: ${first.replaceAll("\n", " ").replace(/[.;]$/, "")}`;
}

/** The text, then its tags as a list. */
function described(doc: string): string {
  const [text = "", ...tags] = doc.split(/(?:^|\s)@(?=param|returns|throws)/);
  const list = tags.map((tag) => {
    const [, kind = "", rest = ""] = /^(\w+)\s+([\s\S]*)$/.exec(tag) ?? [];
    return `- ${kind}: ${rest.replaceAll(/\s*\n\s*/g, " ").trim()}`;
  });
  return [text.trim(), list.join("\n")].filter((part) => part !== "").join("\n\n");
}

function exportedFrom(file: string, name: string): Exported {
  const { nodes, text } = parsed(file);
  for (const node of nodes) {
    if (node.type !== "ExportNamedDeclaration") continue;
    if (
      node.source !== null &&
      nodesIn(node, "specifiers").some((one) => nodeIn(one, "exported").name === name)
    ) {
      const path = join(dirname(file), String(nodeIn(node, "source").value));
      return exportedFrom(path, name);
    }
    if (node.declaration === null) continue;
    const declaration = nodeIn(node, "declaration");
    const declared =
      declaration.type === "VariableDeclaration" ? nodesIn(declaration, "declarations")[0] : declaration;
    if (declared === undefined || nodeIn(declared, "id").name !== name) continue;
    if (OPAQUE.includes(name))
      return { name, file, doc: docBefore(text, node.start), declaration: `interface ${name} {}`, named: [] };
    const lines = withKeys(declarationOf(declaration, text, name), nodes);
    return {
      name,
      file,
      doc: docBefore(text, node.start),
      declaration: [...(OF_TABLES.includes(name) ? [] : valuesOf(declaration, nodes, text)), lines].join(
        "\n",
      ),
      named: typesIn(lines),
    };
  }
  throw new Error(`src/${file} does not export ${name}`);
}

/** The keys of a table where the type is `keyof typeof TABLE`. */
function withKeys(declaration: string, nodes: readonly Node[]): string {
  return declaration.replaceAll(/keyof typeof (\w+)/g, (_, table: string) =>
    keysOf(table, nodes)
      .map((key, at) => (at > 0 && at % 6 === 0 ? `\n    ${JSON.stringify(key)}` : JSON.stringify(key)))
      .join(" | ")
      .replaceAll(" \n", "\n"),
  );
}

function keysOf(table: string, nodes: readonly Node[]): string[] {
  const declared = nodes
    .map((node) => (node.declaration ?? node) as Node)
    .flatMap((node) => (node.type === "VariableDeclaration" ? nodesIn(node, "declarations") : []));
  const found = declared.find((one) => nodeIn(one, "id").name === table);
  if (found === undefined) throw new Error(`no table ${table}`);
  let value = nodeIn(found, "init");
  while (value.type !== "ObjectExpression") value = nodeIn(value, "expression");
  return nodesIn(value, "properties").flatMap((one) =>
    one.type === "SpreadElement"
      ? keysOf(String(nodeIn(one, "argument").name), nodes)
      : String(nodeIn(one, "key").name ?? nodeIn(one, "key").value),
  );
}

function declarationOf(node: Node, text: string, name: string): string {
  if (name === "ParameterNames") return parameterNames();
  const definition = Object.keys(DEFINITIONS).find(
    (one) => `V1${one}` === name.replace(/^V1Bulk$/, "V1BulkFile"),
  );
  // the type of a body depends on its format, which a definition does not say
  if (definition !== undefined && name !== "V1Casebody")
    return recordType(name, recordFields(definition as keyof typeof DEFINITIONS));
  if (node.type === "ClassDeclaration") return classOf(node, text);
  if (node.type === "FunctionDeclaration") return signatureOf(node, text);
  return text.slice(node.start, node.end);
}

function parameterNames(): string {
  const paging = PAGING_PARAMETERS.map((one) => one.name);
  const lines = COLLECTIONS.map((collection) => {
    const own = parametersOf(collection).flatMap(({ name }) =>
      paging.includes(name) ? [] : JSON.stringify(name),
    );
    const names = collection === "cases" ? ["CaseFilterName", "CaseOptionName"] : own;
    return `  readonly ${collection}: ${["PagingName", ...names].join(" | ")};`;
  });
  return `type ParameterNames = {\n${lines.join("\n")}\n};`;
}

/** What a type is made from: the lists of its values, `const BODY_FORMATS = ["text", …] as const;`, or the definition of an answer. */
function valuesOf(node: Node, nodes: readonly Node[], text: string): string[] {
  if (node.type !== "TSTypeAliasDeclaration") return [];
  const [, definition] = /InferOutput<typeof (\w+)>/.exec(text.slice(node.start, node.end)) ?? [];
  if (definition !== undefined) {
    const answers = parsed("v1/answer-definitions.ts");
    const name = `const ${definition} = `;
    const found = answers.nodes.map((one) => answers.text.slice(one.start, one.end));
    return found.filter((one) => one.includes(name)).map((one) => one.replace(/^export /, ""));
  }
  const asked = [...text.slice(node.start, node.end).matchAll(/\(typeof ([A-Z_]+)\)/g)].map(
    ([, name]) => name,
  );
  return nodes.flatMap((one) => {
    const found = one.type === "ExportNamedDeclaration" ? (one.declaration as Node | null) : one;
    const [first] = found?.type === "VariableDeclaration" ? nodesIn(found, "declarations") : [];
    const isAsked = first !== undefined && asked.includes(String(nodeIn(first, "id").name));
    return found !== null && isAsked ? [text.slice(found.start, found.end)] : [];
  });
}

/** The names of types in a declaration, without its own parameters. */
function typesIn(declaration: string): string[] {
  const program = parseAst(declaration, { lang: "ts" });
  const names = new Set<string>();
  const parameters = new Set<unknown>();
  new Visitor({
    TSTypeParameter: ({ name }) => void parameters.add(name.name),
    TSMappedType: ({ key }) => void parameters.add(key.name),
    TSTypeReference: ({ typeName }) => void (typeName.type === "Identifier" && names.add(typeName.name)),
    TSInterfaceHeritage: ({ expression }) =>
      void (expression.type === "Identifier" && names.add(expression.name)),
    TSClassImplements: ({ expression }) =>
      void (expression.type === "Identifier" && names.add(expression.name)),
  }).visit(program);
  return [...names].filter((name) => !parameters.has(name) && name !== "const");
}

/** Without its body. */
function signatureOf(node: Node, text: string): string {
  return `${text.slice(node.start, nodeIn(node, "body").start).trim()};`;
}

/** The public members. */
function classOf(node: Node, text: string): string {
  const body = nodeIn(node, "body");
  const overloaded = new Set(nodesIn(body, "body").flatMap((member) => overloadOf(member)));
  const members = nodesIn(body, "body").flatMap((member) => {
    const key = nodeIn(member, "key");
    if (key.type === "PrivateIdentifier") return [];
    const isImplementation = (member.value as Node | null)?.body != null && overloaded.has(String(key.name));
    if (isImplementation) return [];
    const doc = docBefore(text, member.start);
    return [[...commentOf(doc), memberOf(member, text)].map((line) => `  ${line}`).join("\n")];
  });
  return `${text.slice(node.start, body.start)}{\n${members.join("\n\n")}\n}`;
}

/** The name of a method whose signature this is, without a body. */
function overloadOf({ type, key, value }: Node): string[] {
  const isSignature = type === "MethodDefinition" && (value as Node).body === null;
  return isSignature ? [String((key as Node).name)] : [];
}

function commentOf(doc: string): string[] {
  if (doc === "") return [];
  const lines = doc.split("\n");
  if (lines.length === 1) return [`/** ${doc} */`];
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}

function memberOf(member: Node, text: string): string {
  if (member.type === "MethodDefinition") {
    const body = nodeIn(nodeIn(member, "value"), "body");
    // a generator is declared by its type
    if (body === null) return text.slice(member.start, member.end).trim();
    return `${text
      .slice(member.start, body.start)
      .trim()
      .replace(/^(?:async )?\*|^async /, "")};`;
  }
  const end =
    member.value === null || member.value === undefined ? member.end : nodeIn(member, "value").start;
  return `${text
    .slice(member.start, end)
    .replace(/\s*=\s*$/, "")
    .replace(/;$/, "")};`;
}

function recordType(name: string, fields: readonly RecordField[]): string {
  const generic = name === "V1Case" ? "<Format extends BodyFormat = BodyFormat>" : "";
  return `interface ${name}${generic} ${shapeOf(fields, "")}`;
}

function shapeOf(fields: readonly RecordField[], indent: string): string {
  const inner = `${indent}  `;
  const lines = fields.map((field) => {
    const { type, fields: parts } = field;
    const types = {
      integer: "number",
      number: "number",
      string: "string",
      boolean: "boolean",
      any: "unknown",
    } as const;
    if (field.name === "casebody") return `${inner}readonly casebody?: V1Casebody<Format>;`;
    const object = parts.length > 0 ? shapeOf(parts, inner) : "JsonObject";
    const item = field.hasTexts ? "(string | null)" : object;
    const shown = type === "array" ? `readonly ${item}[]` : type === "object" ? object : types[type];
    return `${inner}readonly ${field.name}${field.isOptional ? "?" : ""}: ${shown}${field.isNullable ? " | null" : ""};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The docstring that ends right before a position, without its stars. */
function docBefore(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd();
  if (!before.endsWith("*/")) return "";
  const comment = before.slice(before.lastIndexOf("/**"), -2);
  const isOfFile = before.lastIndexOf("/**") === 0;
  if (isOfFile) return "";
  return comment
    .replace("/**", "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();
}

function parsed(file: string): { readonly nodes: readonly Node[]; readonly text: string } {
  const text = readFileSync(join(ROOT, "src", file), "utf8");
  const { body } = parseAst(text, { lang: "ts" }) as unknown as { readonly body: readonly Node[] };
  return { nodes: body, text };
}

function nodeIn(node: Node, key: string): Node {
  return node[key] as Node;
}

function nodesIn(node: Node, key: string): readonly Node[] {
  return node[key] as readonly Node[];
}

function compare(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}

if (import.meta.main) {
  for (const [name, text] of referencePages()) writeFileSync(join(ROOT, "docs", "library", name), text);
}
