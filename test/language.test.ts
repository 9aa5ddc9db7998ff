/**
 * Terms that were replaced stay replaced: the sources and documents are searched for them (docs/glossary.md has the
 * terms that are used).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

interface Term {
  readonly old: RegExp;
  readonly use: string;
  /** Phrases in which the word has another, ordinary sense. */
  readonly ordinary?: RegExp;
}

const TERMS: readonly Term[] = [
  {
    old: /\b(?:tells?|told|telling)\b/i,
    use: "report, list, show, distinguish",
  },
  {
    old: /\bheld\b(?!-)/i,
    use: "stored, imported, locked",
    ordinary: /"cb-held"/g,
  },
  {
    old: /\banew\b/i,
    use: "again, rebuild",
  },
  {
    old: /\bwhole\b/i,
    use: "complete",
    ordinary: /bench -- whole|whole (?:numbers?|characters?|words?)\b/gi,
  },
  {
    old: /\bbeside\b/i,
    use: "next to, in addition to",
  },
  {
    old: /\b(?:stands?|stood|standing)\b/i,
    use: "is, has",
    ordinary: /fore suit.{0,80}stood|before suit, & stood/g,
  },
  {
    // `caselaw prove` prints a proof; nothing else does
    old: /\b(?:prove[sdn]|proving)\b/i,
    use: "validate, check",
  },
  { old: /\bholes?\b/i, use: "archive mismatch" },
  {
    old: /\b(?:give|gives|given|gave)[- ](?:away|back)\b/i,
    use: "prune, return, incremental vacuum",
  },
  {
    old: /\b(?:unrankable|singles|held-back|read-behind|cases-asked|new-space)\b/i,
    use: "see docs/glossary.md",
    // the name of a folder on users' disks
    ordinary: /"\.singles"/g,
  },
  {
    old: /\bsettle[sd]?\b/,
    use: "reindex outdated cases, end",
  },
  { old: /\bgate\b/i, use: "request guard" },
  { old: /\bentrance\b/i, use: "home page" },
  { old: /\breading[ -]room\b/i, use: "reading pages" },
  {
    old: /\bnearest\b/i,
    use: "most similar, did-you-mean",
    ordinary: /block: "nearest"/g,
  },
  { old: /\bstale\b/i, use: "outdated" },
  {
    old: /\babsent\b/i,
    use: "missing",
  },
  {
    old: /\bfetched\b/i,
    use: "downloaded",
  },
  { old: /\bshelf\b/i, use: "volumes, store" },
  {
    old: /\branks?\b/i,
    use: "date rowid",
    // FTS5's own column
    ordinary: /page rank|, rank\)/g,
  },
  {
    old: /\b(?:isRanked|ranking)\b/,
    use: "relevance",
    ordinary: /"ranking"|ranking: "bounded"/g,
  },
  {
    old: /\bsigns?\b/i,
    use: "character",
    ordinary: /plus sign/g,
  },
  {
    old: /\bpieces?\b/i,
    use: "chunk, part",
  },
  {
    old: /\bmend(?:s|ed|ing)?\b/i,
    use: "repair",
  },
  {
    old: /\b(?:of ours|to be had|comes? of it|came of it)\b/i,
    use: "(say who has what)",
  },
  {
    old: /\b(?:HeldCases?|World|Visit|Shelf|Lack|Lot|Piece|Reach|Place|Told|ArchiveTally|KnownMatches|StateMemory)\b/,
    use: "a name that says what it is",
  },
];

const ROOT = join(import.meta.dirname, "..");
const SEARCHED = ["src", "docs", "README.md", "config"];

const TEXTS = textFiles().map((file) => ({
  file,
  lines: readFileSync(join(ROOT, file), "utf8").split("\n"),
}));

describe.each(TERMS)("$old is not used: $use", (term) => {
  test("in src, docs, config and README", () => {
    expect(TEXTS.flatMap((text) => linesWith(term, text))).toEqual([]);
  });
});

test("the list finds the old terms, not their ordinary senses", () => {
  const hits = (text: string): RegExp[] =>
    TERMS.flatMap(({ old, ordinary }) => (old.test(without(ordinary, text)) ? [old] : []));
  expect(hits("tells of every unit how it stands")).toHaveLength(2);
  expect(hits("a whole number, page rank, Promise.allSettled, understand, standard")).toEqual([]);
});

function linesWith({ old, ordinary }: Term, { file, lines }: (typeof TEXTS)[number]): string[] {
  return lines.flatMap((line, at) =>
    // most lines have no old term even before their ordinary phrases are taken out
    old.test(line) && old.test(without(ordinary, line)) ? [`${file}:${at + 1}: ${line.trim()}`] : [],
  );
}

function without(ordinary: RegExp | undefined, text: string): string {
  return ordinary === undefined ? text : text.replace(ordinary, "");
}

function textFiles(): string[] {
  return SEARCHED.flatMap((name) => {
    const path = join(ROOT, name);
    if (statSync(path).isFile()) return [name];
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .map((file) => relative(ROOT, join(path, file)))
      .filter((file) => /\.(?:ts|mjs|js|css|md|env|json)$/.test(file) && !file.endsWith("reporter-table.ts"));
  });
}
