/** The stylesheet and the templates agree: no rule is left behind when a template changes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ASSETS, STYLESHEET } from "../../src/pages/assets.ts";

const SOURCE = join(import.meta.dirname, "../../src");
const STYLES = join(SOURCE, "pages", "assets", "styles");

/** The sources that write HTML for pages. */
function templates(): string {
  return ["pages", "casebody"]
    .flatMap((folder) =>
      readdirSync(join(SOURCE, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(SOURCE, folder, file),
      ),
    )
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

test("every part of the stylesheet is served, none is longer than 250 lines", () => {
  const parts = readdirSync(STYLES).map((name) => readFileSync(join(STYLES, name), "utf8"));
  const served = STYLESHEET.bytes.toString();
  for (const part of parts) {
    expect(served).toContain(part);
    expect(part.split("\n").length).toBeLessThanOrEqual(251);
  }
  expect(served.length).toBe(parts.join("").length);
});

test("every class of the stylesheet is written by a template", () => {
  const html = templates();
  const rules = STYLESHEET.bytes
    .toString()
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\{[^{}]*\}/g, "{}");
  const classes = new Set([...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
  // class="cb-${name}", class="check-${tone}" and class="line-${number}"
  const isWritten = (name: string): boolean =>
    new RegExp(`\\b${name.replace(/^(cb|check|line)-/, "")}\\b`).test(html) || /^line-[1-5]$/.test(name);
  expect([...classes].filter((name) => !isWritten(name))).toEqual([]);
});

test("the names of assets contain a hash, so that browsers may cache them for ever", () => {
  for (const { path } of ASSETS) expect(path).toMatch(/^\/assets\/\w+\.[0-9a-f]{10}\.\w+$/);
});
