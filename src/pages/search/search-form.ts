/** The search box, with the filters of the address as hidden fields, so that a new search keeps them; and links that remove them. */

import type { Messages } from "../../v1/parameter.ts";
import { type Html, markup, type PageRequest } from "../page.ts";
import { searchAddress, without } from "../search-address.ts";
import { dateWords, nameOf, shortened } from "../words.ts";

export const FORM = "search";
/** Parameters with visible fields. */
export const DATE_FIELDS = ["decision_date_min", "decision_date_max"] as const;

/** @param focus `focused`: a reader may type at once */
export function searchForm(parameters: URLSearchParams, root: string, focus?: "focused"): Html {
  const visible: readonly string[] = ["search", "search_syntax", ...DATE_FIELDS];
  const hidden = [...parameters].filter(
    ([name]) => !visible.includes(name) && !isRelevance(name, parameters),
  );
  return markup`<form class="search-box" id="${FORM}" action="${root}/" role="search">
<input type="search" name="search" value="${parameters.get("search") ?? ""}" aria-label="Search cases" placeholder="Words, a name or a citation" autocomplete="off" spellcheck="false"${focus === undefined ? null : FOCUSED}><button>Search</button>
<label class="syntax"><input type="checkbox" name="search_syntax" value="connectors"${parameters.get("search_syntax") === "connectors" ? CHECKED : null}> Terms and connectors, as in Westlaw and Lexis</label>
${hidden.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
</form>
${HOW}`;
}

/** Whether the parameter is the order by relevance: the default of a search, and an error without a search. */
function isRelevance(name: string, parameters: URLSearchParams): boolean {
  return name === "ordering" && /^-?relevance$/.test(parameters.get("ordering") ?? "");
}

const FOCUSED = markup` autofocus`;
const CHECKED = markup` checked`;
const HOW = markup`<details class="how">
<summary>How to search</summary>
<dl>
<div><dt><code>dog sheep</code></dt><dd>both words, in any form: dogs, sheep’s</dd></div>
<div><dt><code>"mill dam"</code></dt><dd>the phrase</dd></div>
<div><dt><code>horse /5 warranty</code></dt><dd>both within five words; <code>+5</code>: in this order; phrases and groups too</dd></div>
<div><dt><code>horse /s warranty</code></dt><dd>both in one sentence; <code>/p</code>: in one paragraph</dd></div>
<div><dt><code>author:holmes</code></dt><dd>opinions of this author; also <code>name:"a v. b"</code> and <code>court:</code></dd></div>
<div><dt><code>dower | widow</code></dt><dd>either</dd></div>
<div><dt><code>trover -horse</code></dt><dd>without a word</dd></div>
<div><dt><code>negligen*</code></dt><dd>words that begin with these letters</dd></div>
<div><dt><code>OR, AND, NOT</code></dt><dd>are ordinary words here, like <code>w/5</code> and <code>negligen!</code>: choose terms and connectors to search with them</dd></div>
<div><dt><code>15 Ill. 284</code></dt><dd>the case with this citation, and those that name it</dd></div>
</dl>
<p class="needs-script needs-keys">Keys: <kbd>/</kbd> goes to the search box, <kbd>n</kbd> and <kbd>p</kbd> to the next and the previous result, in a case to the matches; <kbd>N</kbd> and <kbd>P</kbd> to the next and the previous page of results, in a case to the results around it.</p>
</details>`;

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
  precedential_status: "Status",
  author: "Opinion by",
  match: "Words",
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
  const all = new URLSearchParams([...parameters].filter(([name]) => name.startsWith("search")));
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
