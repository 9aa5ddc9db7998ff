/** The coverage of the sources' files in words: one line for each state. */

import type { CoverageSum } from "../../corpus/coverage.ts";
import type { CoverageState } from "../../domain/ledger.ts";
import { type Html, markup } from "../page.ts";
import { counted } from "../words.ts";

/** The states of `caselaw coverage`, for readers. */
const WORDS: Readonly<Record<CoverageState, string>> = {
  imported: "imported, as the source has them now",
  outdated: "imported, but the source has another version",
  downloaded: "downloaded, not imported yet",
  listed: "listed by the source, never downloaded",
  missing: "listed, but missing at the source",
  failed: "incomplete: the last attempt failed",
  local: "imported from this disk; no source lists it",
};

/** Null where nothing was imported or listed. @param sums as `corpus.coverage` gives them */
export function coverageSection(sums: readonly CoverageSum[]): Html | null {
  if (sums.length === 0) return null;
  const items = sums.map(
    ({ state, units }) => markup`<li><b>${counted(units, "file")}</b> ${WORDS[state]}</li>`,
  );
  return markup`<section class="coverage" aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>
<ul>${items}</ul></section>`;
}
