/** The active filters, each with a link that removes it, and its error message. */

import type { Messages } from "../../v1/parameter.ts";
import { type Html, markup } from "../markup.ts";
import { nameOf } from "../names.ts";
import type { PageRequest } from "../page.ts";
import { searchAddress, without } from "../search-address.ts";
import { dateWords, shortened } from "../words.ts";
import { DATE_FIELDS } from "./search-form.ts";

/** The label of each filter; other parameters are not filters. */
const LABELS: Readonly<Record<string, string>> = {
  jurisdiction: "Jurisdiction",
  court: "Court",
  court_id: "Court number",
  reporter: "Reporter",
  decision_date_min: "From",
  decision_date_max: "To",
  cite: "Cited as",
  name: "Name has",
  name_abbreviation: "Short name has",
  docket_number: "Docket number has",
  author: "Opinion by",
  cites_to: "Cites",
  cited_by: "Cited by",
  last_updated_min: "Updated from",
  last_updated_max: "Updated to",
  ordering: "Order",
};

/** Null if there is no filter. */
export function chips(parameters: URLSearchParams, messages: Messages, request: PageRequest): Html | null {
  const shown = [...parameters].filter(
    ([name]) => LABELS[name] !== undefined && (name !== "ordering" || messages[name]),
  );
  if (shown.length === 0) return null;
  const all = new URLSearchParams([...parameters].filter(([name]) => name === "search"));
  const clear = markup`<li><a href="${searchAddress(request.root, all)}">Clear all</a></li>`;
  return markup`<section class="chips" aria-label="Filters in force"><ul>
${shown.map(([name, value]) => chip(name, value, { parameters, messages, request }))}
${shown.length > 1 ? clear : null}
</ul></section>`;
}

interface Context {
  readonly parameters: URLSearchParams;
  readonly messages: Messages;
  readonly request: PageRequest;
}

function chip(name: string, value: string, { parameters, messages, request }: Context): Html {
  const label = LABELS[name] ?? name;
  const shown = shortened(shownValue(name, value, request));
  const address = searchAddress(request.root, without(parameters, name, value));
  // the message of a date is next to its field
  const wrong = DATE_FIELDS.some((field) => field === name) ? [] : (messages[name] ?? []);
  const tone = messages[name] === undefined ? "chip" : "chip wrong";
  return markup`<li class="${tone}"><span class="quiet">${label}</span> <bdi>${shown}</bdi> <a href="${address}" aria-label="Remove ${label} ${shown}">×</a>${wrong.map((text) => markup` <span class="error">${text}</span>`)}</li>`;
}

function shownValue(name: string, value: string, { corpus }: PageRequest): string {
  if (name === "jurisdiction" || name === "court" || name === "reporter") return nameOf(name, value, corpus);
  if (DATE_FIELDS.some((field) => field === name)) return dateWords(value);
  const isCase = (name === "cites_to" || name === "cited_by") && /^\d{1,15}$/.test(value);
  return (isCase ? corpus.case(Number(value))?.nameAbbreviation : undefined) || value;
}
