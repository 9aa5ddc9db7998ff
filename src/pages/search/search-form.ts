/** The search box, with the filters of the address as hidden fields, so that a new search keeps them. */
import { type Html, markup } from "../markup.ts";

/** The form's id, for the date fields, which are elsewhere on the page. */
export const FORM = "search";
/** Parameters with visible fields. */
export const DATE_FIELDS = ["decision_date_min", "decision_date_max"] as const;

/** @param focus `focused`: a reader may type at once */
export function searchForm(parameters: URLSearchParams, root: string, focus?: "focused"): Html {
  const own: readonly string[] = ["search", ...DATE_FIELDS];
  const hidden = [...parameters].filter(([name]) => !own.includes(name) && !isSpent(name, parameters));
  return markup`<form class="search-box" id="${FORM}" action="${root}/" role="search">
<input type="search" name="search" value="${parameters.get("search") ?? ""}" aria-label="Search cases" placeholder="Words, a name or a citation" autocomplete="off" spellcheck="false"${focus === undefined ? null : FOCUSED}><button>Search</button>
${hidden.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
</form>
${HOW}`;
}

/** Relevance is the default order of a search, and an error without a search. */
function isSpent(name: string, parameters: URLSearchParams): boolean {
  return name === "ordering" && /^-?relevance$/.test(parameters.get("ordering") ?? "");
}

const FOCUSED = markup` autofocus`;
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
<div><dt><code>OR, AND, NOT</code></dt><dd>are ordinary words here, like <code>w/5</code>: use the operators above</dd></div>
<div><dt><code>15 Ill. 284</code></dt><dd>the case with this citation, and those that name it</dd></div>
</dl>
<p class="needs-script needs-keys">Keys: <kbd>/</kbd> goes to the search box, <kbd>n</kbd> and <kbd>p</kbd> to the next and the previous result, in a case to the matches; <kbd>N</kbd> and <kbd>P</kbd> to the next and the previous page of results, in a case to the results around it.</p>
</details>`;
