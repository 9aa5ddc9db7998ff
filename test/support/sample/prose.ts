/**
 * Reads the prose files: kinds of dispute, each with the paragraphs its cases are written from.
 *
 * A file is a head of `key: value` lines (alternatives divided by ` | `) and then parts, `== name`, of paragraphs divided
 * by blank lines. A part that comes twice is a choice between the two.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Random } from "./random.ts";

export interface Prose {
  readonly name: string;
  readonly heads: ReadonlyMap<string, readonly string[]>;
  /** By part name, each time it comes, its paragraphs. */
  readonly parts: ReadonlyMap<string, readonly (readonly string[])[]>;
}

const FOLDER = new URL("./prose/", import.meta.url);

/** The prose of every kind of dispute, by file name; `general` is not one of them. */
export function readMatters(): Prose[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".txt") && file !== "general.txt")
    .toSorted()
    .map((file) => readProse(file));
}

/** The prose that every kind of dispute shares: openings, points of practice, judgments. */
export function readGeneral(): Prose {
  return readProse("general.txt");
}

/** The paragraphs of one occurrence of a part; empty when there is none. */
export function part(prose: Prose, name: string, random: Random): readonly string[] {
  const choices = prose.parts.get(name) ?? [];
  return choices.length === 0 ? [] : random.pick(choices);
}

/** The one value of a head line. */
export function head(prose: Prose, key: string): string | undefined {
  return prose.heads.get(key)?.join(" | ");
}

function readProse(file: string): Prose {
  const text = readFileSync(new URL(file, FOLDER), "utf8").replaceAll("\r\n", "\n");
  const [top = "", ...rest] = text.split(/^== /m);
  const parts = new Map<string, (readonly string[])[]>();
  for (const piece of rest) {
    const end = piece.indexOf("\n");
    const name = piece.slice(0, end).trim();
    parts.set(name, [...(parts.get(name) ?? []), paragraphs(piece.slice(end))]);
  }
  return { name: file.replace(/\.txt$/, ""), heads: headLines(top), parts };
}

function headLines(top: string): Map<string, readonly string[]> {
  const lines = top.split("\n").filter((line) => line.trim() !== "");
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [
        line.slice(0, colon).trim(),
        line
          .slice(colon + 1)
          .trim()
          .split(" | "),
      ];
    }),
  );
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}
