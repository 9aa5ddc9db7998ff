/** The page that checks a text: a form, and what the check found. */
import { checkText, type Draft, type V1Check } from "../../v1/check/check.ts";
import { REPORT_STYLES } from "../assets.ts";
import {
  type Html,
  markup,
  type Page,
  type PageAnswer,
  type PageRequest,
  rootOf,
  trusted,
  wholePage,
  withoutControls,
} from "../page.ts";
import { checkReport } from "./check-report.ts";

const TITLE = "Check a text";
const ACCEPTED =
  ".txt,.md,.markdown,.html,.htm,.docx,.pdf,text/plain,text/markdown,text/html,application/pdf";

export interface CheckRefusal {
  readonly status: 400 | 413 | 415 | 500 | 503;
  readonly message: string;
}

/** A draft, and what the form has for its text: as it was typed, or the text of a file. */
export interface CheckedText {
  readonly draft: Draft;
  readonly written: string;
}

export function checkFormPage(root: string, refusal: CheckRefusal | null = null): Page {
  const main = markup`<h1>${TITLE}</h1>
<p class="lead">Does each citation lead to a case, with the right name, court, year and page? Is each quotation in the case?</p>
${form(root, "", refusal)}
<p class="quiet">The command <code>caselaw check</code> takes larger files, and several at once.</p>`;
  return { status: refusal?.status ?? 200, title: TITLE, section: "check", main };
}

export function renderCheck(
  corpus: PageRequest["corpus"],
  { draft, written }: CheckedText,
  baseUrl: string,
): PageAnswer {
  const root = rootOf(baseUrl);
  const checked = checkText({ corpus, baseUrl }, draft, { passages: true });
  const file = checkDocument({ name: "a text", text: draft.text, checked }, baseUrl);
  // nothing is stored here, so that the report as a file is in its link
  const main = markup`<h1>${TITLE}</h1>
<p class="no-print"><a download="check.html" href="data:text/html;base64,${Buffer.from(file).toString("base64")}">Keep this report as a file</a></p>
${checkReport(draft.text, checked, root)}
<section class="no-print" aria-labelledby="again"><h2 id="again">Change the text and check again</h2>
${form(root, written, null)}</section>`;
  return wholePage({ status: 200, title: TITLE, section: "check", main }, root);
}

function form(root: string, text: string, refusal: CheckRefusal | null): Html {
  const wrong = refusal === null ? null : markup` aria-invalid="true" aria-describedby="wrong-text"`;
  const message =
    refusal === null ? null : markup`<p class="error" id="wrong-text" role="alert">${refusal.message}</p>`;
  // a parser drops the first line break of a text area
  return markup`<form class="check-form" action="${root}/check/" method="post" enctype="multipart/form-data">
<label for="check-text">Text</label>
<textarea id="check-text" name="text" rows="12" spellcheck="false"${wrong}>
${text}</textarea>
${message}
<label for="check-file">or a file: text, Markdown or HTML, at most 1 MiB; Word (.docx) or PDF, at most 4 MiB</label>
<input id="check-file" type="file" name="file" accept="${ACCEPTED}">
<button>Check</button>
<p class="quiet">The text is not stored: no file and no log of this service has it.</p>
</form>`;
}

const HEAD = trusted(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">`);

interface CheckedFile {
  readonly name: string;
  readonly text: string;
  readonly checked: V1Check;
}

/** A checked draft as one HTML file, without scripts, and without anything to load. @param base as of `checkReport` */
export function checkDocument({ name, text, checked }: CheckedFile, base: string): string {
  const made = markup`${HEAD}
<title>Check of ${name}</title>
<style>
${trusted(REPORT_STYLES)}</style>
</head>
<body>
<main>
<h1>Check of <bdi>${name}</bdi></h1>
${checkReport(text, checked, base)}
</main>
</body>
</html>
`;
  return withoutControls(made.toString());
}
