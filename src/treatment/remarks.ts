/** What a check of a draft says of the later treatment of a cited case, as far as it is quickly found and certain. */
import type { Corpus } from "../corpus/corpus.ts";
import { mainCite } from "../domain/citation.ts";
import { type CaseFilter, NEWEST } from "../domain/query.ts";
import { briefName, type Case, citeOrDocket, distinctCases } from "../domain/records.ts";
import { type Overruling, overrulingsOf } from "./overruled.ts";
import { isOfCourt, treatmentsBy } from "./treatment-of.ts";

/** As citations have them: "reversed" is in the texts of most appeals. */
const WORDS = ["overruled", "rev'd"];
/** Texts that are read for one case and word. */
const MAX_READ = 2;
/** Between the citation and the word: a pin, parallel citations, a bracket. */
const WORDS_BETWEEN = 25;
/** What can be searched as a phrase. */
const PLAIN_CITE = /^[\p{L}\d][\p{L}\d .'’&-]*$/u;

/**
 * `Overruled by A, 551 U.S. 877 (2007)`, by the table of overruled decisions; without an entry in it, what the newest cases say that have
 * the word near the citation: `overruled in part by B (says C, 1 Ill. 2)`.
 */
export function treatmentRemarks(corpus: Corpus, record: Case): string[] {
  const cites = corpus.citationsOf(record.id);
  const overruled = overrulingsOf(cites, briefName(record));
  if (overruled.length > 0) return overruled.map(overruledSentence);
  const cite = mainCite(record.citations) ?? "";
  if (!PLAIN_CITE.test(cite)) return [];
  const citesTo = { ids: [record.id], cites };
  const citing = WORDS.flatMap((word) => {
    const having = newestOf(corpus, { citesTo, search: word });
    // words near each other are searched only where that excludes something, for it takes longer
    return having.length < MAX_READ
      ? having
      : newestOf(corpus, { citesTo, search: `"${cite}" /${WORDS_BETWEEN} ${word}` });
  });
  const said = treatmentsBy(corpus, record, distinctCases(citing)).flatMap(
    ({ kind, qualifier, by, opinion, citing }) => {
      const isCertain = (kind === "overruled" || kind === "reversed") && by !== null && isOfCourt(opinion);
      const source = [briefName(citing), citeOrDocket(citing)].filter((text) => text !== "").join(", ");
      const what = [kind, qualifier].filter((text) => text !== null).join(" ");
      return isCertain ? [`${what} by ${by === "this court" ? "that court" : by} (says ${source})`] : [];
    },
  );
  return [...new Set(said)].slice(0, MAX_READ);
}

function newestOf(corpus: Corpus, filter: CaseFilter): readonly Case[] {
  return corpus.cases({ filter, ...NEWEST, pageSize: MAX_READ }).items;
}

export function overruledSentence({ name, cite, year, qualifier }: Overruling): string {
  const dated = cite.includes("(U.S. ") ? cite : `${cite} (${year})`;
  return `overruled by ${name}, ${dated}${qualifier === null ? "" : ` (${qualifier})`}`;
}
