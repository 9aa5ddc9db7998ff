/** The form of the trends page: texts, filters and scale. Messages are next to their field. */
import { readCaseRequest } from "../../v1/case-parameters.ts";
import { type Messages, valuesOf } from "../../v1/parameter.ts";
import { MAX_TEXTS } from "../../v1/trends.ts";
import { type Html, markup, type PageRequest } from "../page.ts";
import { jurisdictionName, namedValues } from "../words.ts";
import type { TrendsQuestion } from "./trends-question.ts";

/** Courts to choose from; no jurisdiction has more. */
const MAX_COURTS = 1_000;

export interface FormState {
  readonly messages: Messages;
  /** Years with cases, ascending: an empty field of a date means the first or the last of them. */
  readonly years: readonly number[];
}

export function trendsForm(
  question: TrendsQuestion,
  { messages, years }: FormState,
  request: PageRequest,
): Html {
  const { texts, filters, scale, step } = question;
  const fields = Array.from({ length: MAX_TEXTS }, (_, at) => textField(texts[at] ?? "", at, messages));
  return markup`<form class="trends-form" action="${request.root}/trends/">
<fieldset class="trends-texts"><legend>Words, phrases or citations, as in the search</legend>
${fields}
${messageHtml("text", messages)}
</fieldset>
<div class="trends-filters">
${jurisdictionField(filters, messages, request)}
${courtField(filters, messages, request)}
<div class="trends-years">
${dateField("decision_date_min", "From", years[0], { filters, messages })}
${dateField("decision_date_max", "To", years.at(-1), { filters, messages })}
</div>
<fieldset class="trends-scale"><legend>Plot</legend>
<label><input type="radio" name="scale" value=""${scale === "share" ? CHECKED : null}> share of the year's cases</label>
<label><input type="radio" name="scale" value="cases"${scale === "cases" ? CHECKED : null}> number of cases</label>
</fieldset>
${step === 1 ? null : BY_DECADE}
<button>Show</button>
</div>
</form>`;
}

function textField(text: string, at: number, messages: Messages): Html {
  const wrong = messages.text === undefined ? null : WRONG_TEXT;
  return markup`<label class="trends-text line-${at + 1}"><svg class="swatch" width="28" height="12" aria-hidden="true"><path d="M0 6H28"/></svg><span class="hidden-text">Words ${at + 1}</span><input name="q" value="${text}" placeholder=" " autocomplete="off" spellcheck="false"${wrong}></label>`;
}

const WRONG_TEXT = markup` aria-invalid="true" aria-describedby="wrong-text"`;

function jurisdictionField(filters: URLSearchParams, messages: Messages, request: PageRequest): Html {
  const options = request.corpus
    .jurisdictions()
    .toSorted((a, b) => (jurisdictionName(a) < jurisdictionName(b) ? -1 : 1))
    .map((place) => ({ slug: place.slug, name: jurisdictionName(place) }));
  return selectField("jurisdiction", "Jurisdiction", { options, filters, messages });
}

/** Courts are many: those that decided in the jurisdiction that is chosen. */
function courtField(filters: URLSearchParams, messages: Messages, request: PageRequest): Html | null {
  const jurisdictions = messages.jurisdiction === undefined ? filters.getAll("jurisdiction") : [];
  if (!filters.has("court") && jurisdictions.length === 0) return null;
  const options = jurisdictions.length === 0 ? [] : courtsOf(jurisdictions, request);
  return selectField("court", "Court", { options, filters, messages });
}

function courtsOf(jurisdiction: readonly string[], { corpus }: PageRequest): Choices["options"] {
  const { filter } = readCaseRequest(valuesOf({ jurisdiction }), corpus);
  const named = namedValues("court", corpus);
  return corpus
    .facet(filter, "court")
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_COURTS)
    .flatMap(({ value: id }) => named.get(id) ?? [])
    .map(({ value: slug, name }) => ({ slug, name }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Choices {
  readonly options: readonly { readonly slug: string; readonly name: string }[];
  readonly filters: URLSearchParams;
  readonly messages: Messages;
}

/** A requested value stays selected, also when it is not one of the options. */
function selectField(name: string, label: string, { options, filters, messages }: Choices): Html {
  const chosen = filters.getAll(name);
  const known = new Set(options.map(({ slug }) => slug));
  const all = [
    ...options,
    ...chosen.filter((slug) => !known.has(slug)).map((slug) => ({ slug, name: slug })),
  ];
  const list = all.map(
    ({ slug, name: text }) =>
      markup`<option value="${slug}"${chosen.includes(slug) ? SELECTED : null}>${text}</option>`,
  );
  // an address may name several values; the next question must keep them all
  const several = chosen.length > 1 ? MULTIPLE : null;
  return markup`<div><label>${label}<select name="${name}"${several}${invalid(name, messages)}><option value="">All</option>${list}</select></label>${messageHtml(name, messages)}</div>`;
}

/** @param usual the year that the empty field means */
function dateField(
  name: string,
  label: string,
  usual: number | undefined,
  { filters, messages }: Pick<Choices, "filters" | "messages">,
): Html {
  return markup`<div><label>${label}<input name="${name}" value="${filters.get(name) ?? ""}" size="10" placeholder="${usual ?? ""}" inputmode="numeric"${invalid(name, messages)}></label>${messageHtml(name, messages)}</div>`;
}

const BY_DECADE = markup`<input type="hidden" name="by" value="decade">`;
const SELECTED = markup` selected`;
const MULTIPLE = markup` multiple size="4"`;
const CHECKED = markup` checked`;

function invalid(name: string, messages: Messages): Html | null {
  return messages[name] === undefined ? null : markup` aria-invalid="true" aria-describedby="wrong-${name}"`;
}

function messageHtml(name: string, messages: Messages): Html | null {
  const texts = messages[name];
  return texts === undefined ? null : markup`<p class="error" id="wrong-${name}">${texts.join(" ")}</p>`;
}
