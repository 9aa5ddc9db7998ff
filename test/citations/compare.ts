/**
 * What the text of cases cites, as it is extracted, beside the `cites_to` that their source gives: precision and recall
 * over full case citations whose reporter is in the table, each citation counted once a case.
 */
import { extractCitations } from "../../src/citations/extract.ts";
import { knownReporter } from "../../src/citations/reporters.ts";
import type { CaseBody } from "../../src/domain/casebody.ts";
import { normaliseCitation } from "../../src/domain/citation.ts";
import type { V1Case } from "../../src/v1/records.ts";

export interface Comparison {
  /** Cases whose source gives citations, and those whose source gives none. */
  readonly cases: number;
  readonly silent: number;
  /** Entries on cases, and those of them whose reporter is in the table. */
  readonly entries: number;
  readonly inTable: number;
  readonly found: number;
  /** As the source has them. */
  readonly missed: readonly string[];
  /** Extracted, of a reporter in the table, and not the source's. */
  readonly extra: readonly string[];
}

export function precisionOf({ found, extra }: Comparison): number {
  return found / (found + extra.length);
}

export function recallOf({ found, inTable }: Comparison): number {
  return found / inTable;
}

/** @param cases with `cites_to` and a body as text */
export function compareCitations(cases: Iterable<V1Case>): Comparison {
  const sum = { cases: 0, silent: 0, entries: 0, inTable: 0, found: 0 };
  const missed: string[] = [];
  const extra: string[] = [];
  for (const one of cases) {
    const given = entriesOf(one);
    if (given.length === 0) sum.silent++;
    if (given.length === 0) continue;
    sum.cases++;
    const own = new Set(one.citations.map(({ cite }) => normaliseCitation(cite)));
    const extracted = extractCitations(bodyOf(one))
      .filter(({ isKnown }) => isKnown)
      .map(({ cite, standard }) => ({ cite, normals: [cite, standard].map(normaliseCitation) }))
      .filter(({ normals }) => !normals.some((normal) => own.has(normal)));
    const has = new Set(extracted.flatMap(({ normals }) => normals));
    const onCases = given.filter(({ isCase }) => isCase);
    const known = onCases.filter(({ inTable }) => inTable);
    sum.entries += onCases.length;
    sum.inTable += known.length;
    sum.found += known.filter(({ normal }) => has.has(normal)).length;
    missed.push(...known.filter(({ normal }) => !has.has(normal)).map(({ cite }) => `${one.id}: ${cite}`));
    const wanted = new Set(given.map(({ normal }) => normal));
    for (const { cite, normals } of extracted) {
      if (!normals.some((normal) => wanted.has(normal))) extra.push(`${one.id}: ${cite}`);
    }
  }
  return { ...sum, missed, extra };
}

interface Entry {
  readonly cite: string;
  readonly normal: string;
  readonly isCase: boolean;
  readonly inTable: boolean;
}

/** The entries, each normal form once. */
function entriesOf({ cites_to: given = [] }: V1Case): Entry[] {
  const entries = given.map(({ cite, category, reporter }): [string, Entry] => {
    const text = String(cite);
    const normal = normaliseCitation(text);
    const [volume = ""] = text.split(/[\s-]/);
    return [
      normal,
      {
        cite: text,
        normal,
        isCase: typeof category !== "string" || category.startsWith("reporters:"),
        inTable: knownReporter(normaliseCitation(String(reporter)), volume) !== null,
      },
    ];
  });
  return [...new Map(entries).values()];
}

function bodyOf({ casebody }: V1Case): CaseBody {
  const data = casebody?.data ?? null;
  if (data === null || typeof data === "string") {
    return { parties: [], attorneys: [], judges: [], corrections: "", headMatter: "", opinions: [] };
  }
  const { head_matter: headMatter, ...rest } = data;
  return { ...rest, headMatter };
}
