/**
 * Bag manifests: the payload files that a bag must have, and their hashes (docs/formats.md, "Layout of a bulk archive").
 *
 * The publisher writes one space and no last newline; every spelling of the BagIt specification is read.
 */

/** The algorithms whose manifests are checked, with the number of hex digits. */
const ALGORITHMS = { sha512: 128, sha256: 64 } as const;

type Algorithm = keyof typeof ALGORITHMS;

export interface ManifestLine {
  readonly algorithm: Algorithm;
  /** Lower-case hex. */
  readonly hash: string;
  /** Relative to the bag: `data/data.jsonl.xz`. */
  readonly path: string;
}

/** The algorithm of a manifest by its name in the bag; null for files that are not checked manifests. */
export function manifestAlgorithm(name: string): Algorithm | null {
  if (name === "manifest-sha512.txt") return "sha512";
  return name === "manifest-sha256.txt" ? "sha256" : null;
}

/** Reads a manifest; returns a description of the first malformed line, if any. */
export function readManifest(algorithm: Algorithm, text: string): ManifestLine[] | string {
  const lines: ManifestLine[] = [];
  for (const [index, line] of text.split(/\r?\n|\r/).entries()) {
    if (line.trim() === "") continue;
    const match = /^([0-9a-fA-F]+)[ \t]+(.+)$/s.exec(line);
    const [, hash = "", rawPath = ""] = match ?? [];
    if (hash.length !== ALGORITHMS[algorithm]) return `line ${index + 1} is no ${algorithm} and path`;
    const path = decodePath(rawPath.replace(/^\*/, ""));
    if (!path.startsWith("data/") || path.split("/").includes("..")) {
      return `line ${index + 1} names "${path}", which is not below data/`;
    }
    lines.push({ algorithm, hash: hash.toLowerCase(), path });
  }
  return lines;
}

/** BagIt escapes line ends and `%` in paths, nothing else. */
function decodePath(path: string): string {
  return path.replace(/^\.\//, "").replace(/%(0A|0D|25)/gi, (escaped) => decodeURIComponent(escaped));
}
