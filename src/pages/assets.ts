/**
 * The files that pages load: ours, written by hand, served from memory under names that change with their bytes, so that
 * a browser may keep them for ever.
 *
 * In the package they lie in a folder beside whichever file of the program holds this module (config/bundle.ts).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A file that pages load. */
export interface Asset {
  /** `/assets/reading-room.0a1b2c3d4e.css`; what the site's own path is comes before it. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const HASH_CHARS = 10;

export const STYLESHEET = readAsset("reading-room.css", "text/css; charset=utf-8");
export const SCRIPT = readAsset("reading-room.js", "text/javascript; charset=utf-8");
export const ICON = readAsset("reading-room.svg", "image/svg+xml");

export const ASSETS: readonly Asset[] = [STYLESHEET, SCRIPT, ICON];

function readAsset(name: string, type: string): Asset {
  const bytes = readFileSync(new URL(`./assets/${name}`, import.meta.url));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARS);
  return { path: `/assets/${name.replace(".", `.${hash}.`)}`, type, bytes };
}
