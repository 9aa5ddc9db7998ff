/**
 * The files that pages load, served from memory. Their names contain a hash of their bytes, so a browser may cache them
 * for ever.
 *
 * In the package they lie in a folder next to the file of the program that contains this module (config/bundle.ts).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export interface Asset {
  /** `/assets/pages.0a1b2c3d4e.css`; the path of the site itself comes before it. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const HASH_CHARS = 10;

/** The parts of the stylesheet, in the order of the cascade: general rules first, print last. */
const STYLES = [
  "tokens",
  "base",
  "layout",
  "search",
  "home",
  "results",
  "rail",
  "year-range",
  "browse",
  "case",
  "case-text",
  "case-notes",
  "case-side-notes",
  "matches",
  "case-outline",
  "plot",
  "trends",
  "check",
  "print",
];

const styleParts = STYLES.map((name) => readFile(`styles/${name}.css`));
export const STYLESHEET = assetOf("pages.css", "text/css; charset=utf-8", Buffer.concat(styleParts));
/** For a report in a file of its own. */
export const REPORT_STYLES = ["tokens", "base", "layout", "home", "check", "print"]
  .map((name) => readFile(`styles/${name}.css`).toString("utf8"))
  .join("\n");
const scriptParts = ["pages.js", "case.js", "trends.js"].map(readFile);
export const SCRIPT = assetOf("pages.js", "text/javascript; charset=utf-8", Buffer.concat(scriptParts));
export const ICON = assetOf("icon.svg", "image/svg+xml", readFile("icon.svg"));

export const ASSETS: readonly Asset[] = [STYLESHEET, SCRIPT, ICON];

function readFile(path: string): Buffer {
  return readFileSync(new URL(`./assets/${path}`, import.meta.url));
}

function assetOf(name: string, type: string, bytes: Buffer): Asset {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARS);
  return { path: `/assets/${name.replace(".", `.${hash}.`)}`, type, bytes };
}
