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
  const record = corpus.case(id);
  const answer = record === null ? null : v1Treatment(corpus, id, {}, baseUrl);
  if (record === null || answer === null) return null;
  const name = shortName(record);
  const main = markup`${caseCrumbs(record, root, "Later treatment")}
<h1>Later treatment of <a href="${root}/cases/${id}/"><bdi>${name}</bdi></a></h1>
<p class="quiet">${untilSentence(answer.last_decision)}</p>
${overruledList(answer)}
<h2>What citing decisions say</h2>
<p class="quiet">${counted(answer.read_count, "citing case")} of ${answer.citing_count ?? "many"} read. A sentence that is not clear is left out.</p>
${answer.treatments.length === 0 ? markup`<p>No sentence says what was done to it.</p>` : markup`<ol>${answer.treatments.map((treatment) => statedHtml(treatment, root))}</ol>`}
${laterList(answer, root)}`;
  return { status: 200, title: `Later treatment of ${name}`, main };
}

function overruledList({ overruled }: V1Treatment): Html | null {
  if (overruled.length === 0) return null;
  return markup`<ul>${overruled.map((overruling) => markup`<li><bdi>${overruledSentence(overruling)}</bdi></li>`)}</ul>`;
}

function statedHtml(treatment: V1StatedTreatment, root: string): Html {
  const by = treatment.by === null ? null : markup` by <bdi>${treatment.by}</bdi>`;
  const { court, opinion, page, case: citing } = treatment;
  const where = [court, opinion, page === null ? null : `page ${page}`].filter(Boolean);
  return markup`<li><strong>${treatment.kind}</strong>${treatment.qualifier === null ? null : ` ${treatment.qualifier}`}${by}: <span dir="auto">“${treatment.sentence}”</span>
<a href="${root}/cases/${citing.id}/"><bdi>${citing.name_abbreviation}</bdi></a> (${dateTime(citing.decision_date)}) <span class="quiet">${where.join(", ")}</span></li>`;
}

function laterList({ later }: V1Treatment, root: string): Html | null {
  if (later.length === 0) return null;
  return markup`<h2>Later decisions of the same name and docket number</h2>
<ul>${later.map((record) => markup`<li><a href="${root}/cases/${record.id}/"><bdi>${record.name_abbreviation}</bdi></a> (${dateTime(record.decision_date)})</li>`)}</ul>`;
}
