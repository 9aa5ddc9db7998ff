/** Drafts about the cases of a corpus, in each form of document: all true, or with one alteration. */
import { hasSeveralAuthors, partsOfCase } from "../../src/check/case-parts.ts";
import type { Draft } from "../../src/check/draft.ts";
import { readDraft } from "../../src/check/read-draft.ts";
import { partsOfCitation } from "../../src/citations/read-citation.ts";
import { textBodyOf } from "../../src/corpus/bodies.ts";
import { sentencesIn } from "../../src/text/sentences.ts";
import type { V1 } from "../../src/v1/v1.ts";
import { docxOf, pdfOf } from "../../test/support/draft-files.ts";
import { oneOf, type Random } from "../synthetic/random.ts";
import { ALTERATIONS, type Cited } from "./alterations.ts";

export interface MadeDraft {
  /** Of `ALTERATIONS`; null: all is true. */
  readonly kind: string | null;
  readonly form: (typeof FORMS)[number];
  readonly draft: Draft;
  /** What is written in place of the true citation or quotation; null: all is true. */
  readonly altered: string | null;
  /** The citations of the cases that are meant: the one that was altered, and the one of which something was taken. */
  readonly meant: readonly string[];
}

export const FORMS = ["text", "markdown", "html", "docx", "pdf"] as const;
/** Citations of a draft. */
const CITED = 6;
const MIN_WORDS = 12;
const MAX_WORDS = 30;

/** The cases of a corpus that a draft can cite: with an official citation, a name of parties, pages, and a sentence to quote. */
export function citableCases(v1: V1, most: number): Cited[] {
  const found: Cited[] = [];
  const asked = { full_case: "true", body_format: "text", page_size: 100, ordering: "id" };
  for (let page = v1.page("cases", asked); ; page = v1.page("cases", { ...asked, cursor: page.next })) {
    const bodies = v1.corpus.withBodies(page.page.items, { format: "joined text", preview: null });
    for (const one of bodies) {
      const official = one.citations.find(({ type }) => type === "official")?.cite ?? "";
      const parts = partsOfCitation(official);
      const year = one.decisionDate?.slice(0, 4);
      const body = textBodyOf(one);
      const courts = (body === null ? [] : partsOfCase(body)).filter(
        (part) => (part.kind === null || part.kind === "majority") && !hasSeveralAuthors(part),
      );
      const text = courts.map((part) => part.text).join("\n");
      const quotation = sentenceOf(text);
      if (parts === null || quotation === null || year === undefined || !/^\d+$/.test(one.firstPage))
        continue;
      if (!/\sv\.\s/.test(one.nameAbbreviation)) continue;
      const { volume, reporter, page: first } = parts;
      const court = one.court?.nameAbbreviation ?? "";
      const pin = first;
      found.push({
        name: one.nameAbbreviation,
        volume,
        reporter,
        page: first,
        pin,
        court,
        year,
        quotation,
      });
      if (found.length === most) return found;
    }
    if (page.next === null) return found;
  }
}

/** The first sentence with a negation, else the first one, of a length that people quote. */
function sentenceOf(text: string): string | null {
  const sentences = sentencesIn(text)
    .flatMap((ones) => ones.map((one) => one.trim()))
    .filter((one) => {
      if (!/^[A-Z][^.?!;:()[\]“”"*]{60,240}\.$/.test(one)) return false;
      const words = one.split(/\s+/).length;
      return words >= MIN_WORDS && words <= MAX_WORDS && !/\d|[^ -~]/.test(one);
    });
  return (
    (sentences.find((one) => /\s(?:not|never|no|without)\s/.test(one)) ?? sentences[0])?.slice(0, -1) ?? null
  );
}

/** @param kind of `ALTERATIONS`, or null @returns null if the cases that were drawn cannot be altered so */
export async function makeDraft(
  cases: readonly Cited[],
  kind: string | null,
  form: MadeDraft["form"],
  random: Random,
): Promise<MadeDraft | null> {
  const chosen = Array.from({ length: CITED }, () => oneOf(random, cases));
  const at = Math.floor(random() * CITED);
  let altered: string | null = null;
  let meant: readonly string[] = [];
  const paragraphs = chosen.map((one, nth) => {
    const alteration = kind === null || nth !== at ? undefined : ALTERATIONS[kind];
    if (alteration === undefined) return paragraphOf(one, random);
    const other = oneOf(random, cases);
    const changed = alteration.make(one, other, random);
    if (changed === null) return null;
    meant = [citeOf(one), citeOf(other)];
    altered = alteration.of === "citation" ? citeOf(changed) : changed.quotation;
    return paragraphOf(changed, random);
  });
  if (paragraphs.includes(null) || (kind !== null && altered === null)) return null;
  const texts = paragraphs.filter((one) => one !== null);
  const { bytes, name } = await fileOf(texts, form);
  return { kind, form, altered, meant, draft: await readDraft(bytes, name) };
}

function citeOf({ volume, reporter, page }: Cited): string {
  return `${volume} ${reporter} ${page}`;
}

/** In the ways in which briefs quote. */
function paragraphOf(one: Cited, random: Random): string {
  const pin = one.pin === one.page ? "" : `, ${one.pin}`;
  const cite = `${one.name}, ${citeOf(one)}${pin} (${one.court} ${one.year})`;
  const lower = `${one.quotation[0]?.toLowerCase()}${one.quotation.slice(1)}`;
  return oneOf(random, [
    `The rule is old. “${one.quotation}.” ${cite}.`,
    `In ${cite}, the court said that “${lower}.” That decides this case.`,
    `The court has held that “${lower}.” See ${cite}. The judgment should be affirmed.`,
    `Nothing else follows from ${cite} (“${one.quotation}.”).`,
  ]);
}

async function fileOf(
  texts: readonly string[],
  form: MadeDraft["form"],
): Promise<{ bytes: Buffer; name: string }> {
  const escaped = texts.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  switch (form) {
    case "docx":
      return { bytes: await docxOf(...escaped), name: "draft.docx" };
    case "pdf":
      return { bytes: pdfOf(pageOf(texts)), name: "draft.pdf" };
    case "html":
      return { bytes: Buffer.from(escaped.map((text) => `<p>${text}</p>`).join("\n")), name: "draft.html" };
    case "markdown":
      return {
        bytes: Buffer.from(
          texts.map((text) => text.replace(/(?<=In |See )([^,]+ v\. [^,]+),/, "*$1*,")).join("\n\n"),
        ),
        name: "draft.md",
      };
    default:
      return { bytes: Buffer.from(texts.map(wrapped).join("\n\n")), name: "draft.txt" };
  }
}

/** Lines of some 72 letters, as in mails. */
function wrapped(text: string): string {
  return text.replace(/(.{60,72})\s/g, "$1\n");
}

/** Characters of Helvetica beyond ASCII, and what a string of a PDF writes with a backslash. */
const IN_PDF: Readonly<Record<string, string>> = { "“": "\\252", "”": "\\272", "…": "\\274", "’": "'" };

/** The operators of a page with a line for each 72 letters. */
function pageOf(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => [...wrapped(text).split("\n"), ""]);
  const shown = lines.map((line) => {
    const written = line.replace(/[()\\]/g, "\\$&").replace(/[“”…’]/g, (one) => IN_PDF[one] ?? one);
    return `(${written}) Tj T*`;
  });
  return `BT /F1 9 Tf 11 TL 40 780 Td ${shown.join(" ")} ET`;
}
