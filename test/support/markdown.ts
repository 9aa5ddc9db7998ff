/** Reads the repository's documentation: its pages, their code blocks, headings and links. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** README.md and every page of `docs/`, by path from the repository's root. */
export const PAGES: readonly string[] = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `docs/${name}`),
];

/** The text of a page. */
export function pageText(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

/** The contents of the code blocks of a language, in order. */
export function codeBlocks(text: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...text.matchAll(block)].map(([, code = ""]) => code);
}

/** The same text with its code blocks left out. */
export function withoutCode(text: string): string {
  return text.replace(/^```.*\n[\s\S]*?^```$/gm, "");
}

/** The headings of a page, as they are written, without their `#`. */
export function headingsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading.trim());
}

/** The anchor that a code host gives a heading: lower case, punctuation dropped, hyphens for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** A command of a console block, with the lines shown under it. */
export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

/** The commands of the console blocks of a page, in order. */
export function shownCommands(text: string): ShownCommand[] {
  return codeBlocks(text, "console").flatMap((block) =>
    block
      .split(/^(?=\$ )/m)
      .filter((part) => part.startsWith("$ "))
      .map((part) => {
        const [command = "", ...lines] = part.split("\n");
        return { command, output: lines.join("\n").trimEnd() };
      }),
  );
}

/** Splits a command as a shell does, as far as the pages need it. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}
