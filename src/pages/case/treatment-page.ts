/** How later decisions treated a case: by the table of overruled decisions, citing cases, and later decisions of the same name. */
import {
  overruledSentence,
  untilSentence,
  type V1StatedTreatment,
  type V1Treatment,
  v1Treatment,
} from "../../v1/treatment.ts";
import { type Html, markup, type Page, type PageRequest } from "../page.ts";
import { counted, dateTime, shortName } from "../words.ts";
import { caseCrumbs } from "./case-page.ts";

/** Null for an unknown id. */
export function treatmentPage(id: number, { corpus, root, baseUrl }: PageRequest): Page | null {
  const found = corpus.case(id);
  const answer = found === null ? null : v1Treatment(corpus, id, {}, baseUrl);
  if (found === null || answer === null) return null;
  const name = shortName(found);
  const main = markup`${caseCrumbs(found, root, "Later treatment")}
<h1>Later treatment of <a href="${root}/cases/${id}/"><bdi>${name}</bdi></a></h1>
<p class="quiet">${untilSentence(answer.last_decision)}</p>
${overruledList(answer)}
<h2>What citing decisions say</h2>
<p class="quiet">${counted(answer.read_count, "citing case")} of ${answer.citing_count ?? "many"} read. A sentence that is not clear is left out.</p>
${answer.treatments.length === 0 ? markup`<p>No sentence says what was done to it.</p>` : markup`<ol>${answer.treatments.map((one) => statedHtml(one, root))}</ol>`}
${laterList(answer, root)}`;
  return { status: 200, title: `Later treatment of ${name}`, main };
}

function overruledList({ overruled }: V1Treatment): Html | null {
  if (overruled.length === 0) return null;
  return markup`<ul>${overruled.map((one) => markup`<li><bdi>${overruledSentence(one)}</bdi></li>`)}</ul>`;
}

function statedHtml(one: V1StatedTreatment, root: string): Html {
  const by = one.by === null ? null : markup` by <bdi>${one.by}</bdi>`;
  const where = [one.court, one.opinion, one.page === null ? null : `page ${one.page}`].filter(Boolean);
  return markup`<li><strong>${one.kind}</strong>${one.qualifier === null ? null : ` ${one.qualifier}`}${by}: <span dir="auto">“${one.sentence}”</span>
<a href="${root}/cases/${one.case.id}/"><bdi>${one.case.name_abbreviation}</bdi></a> (${dateTime(one.case.decision_date)}) <span class="quiet">${where.join(", ")}</span></li>`;
}

function laterList({ later }: V1Treatment, root: string): Html | null {
  if (later.length === 0) return null;
  return markup`<h2>Later decisions of the same name and docket number</h2>
<ul>${later.map((one) => markup`<li><a href="${root}/cases/${one.id}/"><bdi>${one.name_abbreviation}</bdi></a> (${dateTime(one.decision_date)})</li>`)}</ul>`;
}
