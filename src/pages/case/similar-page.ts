/** The cases most similar to a case, with what they share. A page of its own, because it takes longer than the case. */
import { DEFAULT_SIMILAR, type SimilarCase } from "../../corpus/similar.ts";
import { mainCite } from "../../domain/citation.ts";
import { type Html, markup, type Page, type PageRequest } from "../page.ts";
import { counted, dateTime, shortName } from "../words.ts";
import { caseCrumbs } from "./case-head.ts";

/** Null for an unknown id. */
export function similarPage(id: number, { corpus, root }: PageRequest): Page | null {
  const found = corpus.similar(id, 2 * DEFAULT_SIMILAR);
  if (found === null) return null;
  const { words, similar } = found;
  const name = shortName(found.case);
  const searched =
    words.length === 0
      ? null
      : markup` and have its characteristic words: <a href="${root}/?${new URLSearchParams({ search: words.join(" | ") })}"><bdi>${words.join(", ")}</bdi></a>`;
  const main = markup`${caseCrumbs(found.case, root, "Similar cases")}
<h1>Cases similar to <a href="${root}/cases/${id}/"><bdi>${name}</bdi></a></h1>
<p class="quiet">They cite the same works, are cited together with it${searched}.</p>
${
  similar.length === 0
    ? markup`<p>No case of this corpus shares a citation or a rare word with it.</p>`
    : markup`<ol>${similar.map((one) => similarHtml(one, root))}</ol>`
}`;
  return { status: 200, title: `Cases similar to ${name}`, main };
}

function similarHtml({ case: one, ...shares }: SimilarCase, root: string): Html {
  const { sharedCitations, citedTogether, sharedWords } = shares;
  const reasons = [
    ...(sharedCitations > 0 ? [counted(sharedCitations, "shared citation")] : []),
    ...(citedTogether > 0 ? [`cited together by ${counted(citedTogether, "case")}`] : []),
    ...(sharedWords > 0 ? [counted(sharedWords, "characteristic word")] : []),
  ];
  const cite = mainCite(one.citations);
  return markup`<li><a href="${root}/cases/${one.id}/"><bdi>${shortName(one)}</bdi></a>${cite === undefined ? null : markup`, <bdi>${cite}</bdi>`} (${dateTime(one.decisionDate)})
<span class="quiet">${reasons.join(", ")}</span></li>`;
}
