/** No pattern of the program has a shape whose time may grow faster than its text (P1). */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";
import { shapesOf } from "./support/pattern-shapes.ts";

const SRC = join(import.meta.dirname, "..", "src");

/** Patterns that have such a shape and may, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "citations/pasted-citation.ts: /(?<=\\d)(?:,\\s*(?:at\\s+)?|\\s+at\\s+)\\*?\\d+(?:\\s*[-–,&]\\s*\\*?\\d+)*$/iu":
    "a text of more than 300 characters is no citation and is not looked at",
};

/** Modules that put a pattern together at run time. */
const MADE_AT_RUN_TIME = ["citations/read-citation.ts"];

interface Found {
  readonly file: string;
  readonly pattern: RegExp;
}

/** Every pattern of a module, and whether it makes others at run time. */
function patternsOf(file: string): { readonly patterns: Found[]; readonly makesPatterns: boolean } {
  const patterns: Found[] = [];
  let makesPatterns = false;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && "value" in node && node.value instanceof RegExp) {
      patterns.push({ file, pattern: node.value });
    }
    if (
      "type" in node &&
      "name" in node &&
      node.type === "Identifier" &&
      node.name === "RegExp" &&
      "start" in node
    )
      makesPatterns ||= /^RegExp\(/.test(source.slice(Number(node.start)));
    for (const inner of Object.values(node)) visit(inner);
  };
  const source = readFileSync(join(SRC, file), "utf8");
  visit(parseAst(source, { lang: "ts" }));
  return { patterns, makesPatterns };
}

const MODULES = globSync("**/*.ts", { cwd: SRC }).map((file) => ({ file, ...patternsOf(file) }));

test("P1: no pattern of the program has a shape that takes the square of its text", () => {
  const all = MODULES.flatMap(({ patterns }) => patterns);
  expect(all.length).toBeGreaterThan(200);
  const bad = all.flatMap(({ file, pattern }) => {
    const shapes = shapesOf(pattern);
    return shapes.length === 0 ? [] : [{ where: `${file}: ${pattern}`, shapes }];
  });
  expect(bad.filter(({ where }) => !(where in EXCEPTIONS))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((where) => !bad.some((one) => one.where === where))).toEqual([]);
  const makers = MODULES.flatMap(({ file, makesPatterns }) => (makesPatterns ? [file] : []));
  expect(makers.sort()).toEqual(MADE_AT_RUN_TIME);
});

test.each([
  [/0+$/, ["starts again"]],
  [/^\s*Bagging-Date/im, ["starts again"]],
  [/_ALTO_[^/]*$/, ["starts again"]],
  [/(?:ab)+$/, ["starts again"]],
  [/ Char:.*$/, ["starts again"]],
  [/<em>(.*?)<\/em>/s, ["starts again"]],
  [/\s+\S*$/u, ["starts again"]],
  [/^\S+\s+(.*)\s+\S+$/s, ["shares"]],
  [/^([0-9a-f]+)[ \t]+\*?(.+)$/, ["shares"]],
  [/^(?:a+)*$/, ["shares"]],
  [/^(?:a|a+b?)+$/, ["shares"]],
  [/^\d[^"]*\p{L}[^"]*\d$/u, ["shares"]],
])("P1: %s is told by its shape", (pattern, shapes) => {
  expect(shapesOf(pattern)).toEqual(shapes);
});

test.each([
  /^[ \t]*Bagging-Date/im,
  /[?#].*$/s,
  /^[\w.-]+(?:\/[\w.-]+)*$/,
  /"[^"]*(?:"|$)/g,
  /(?<![^\s|])-+(?=a)/,
  /^(.+)_\d+$/,
  /\d+/,
  /<em>([^<]*)<\/em>/,
])("P1: %s takes its text once", (pattern) => {
  expect(shapesOf(pattern)).toEqual([]);
});
