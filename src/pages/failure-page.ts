/** Pages for errors: with a search box, and without internal details. */
import { layout } from "./layout.ts";
import { type Html, markup } from "./markup.ts";
import type { Page } from "./page.ts";

/** A page as complete HTML. */
export interface PageAnswer {
  readonly status: Page["status"];
  readonly html: string;
}

/** @param root as in `PageRequest` */
export function wholePage(page: Page, root: string): PageAnswer {
  const html = layout(page, root).toString().replace(CONTROLS, "\ufffd");
  return { status: page.status, html };
}

/** Control characters other than white space: they are errors in HTML. */
const CONTROLS = /(?![\t\n\f\r])\p{Cc}/gu;

/** There is nothing at this address. @param root as in `PageRequest` */
export function missingPage(root: string): Page {
  const main = markup`<div class="message">
<h1>There is no such page</h1>
<p>There is nothing at this address. It may be mistyped, or its case is not in this corpus.</p>
${searchAgain(root)}
</div>`;
  return { status: 404, title: "Not found", hasOwnSearch: true, main };
}

/** For an invalid cursor. @param root as in `PageRequest` */
export function lostPlacePage(root: string): Page {
  const main = markup`<div class="message">
<h1>This page of results does not exist</h1>
<p>The link is not from this service, or it belongs to another order. Start the search again.</p>
${searchAgain(root)}
</div>`;
  return { status: 404, title: "Not found", hasOwnSearch: true, main };
}

/** The address itself cannot be read. @param detail one sentence that says why @param root as in `PageRequest` */
export function unreadablePage(status: 400 | 414, detail: string, root: string): Page {
  const main = markup`<div class="message">
<h1>This address cannot be read</h1>
<p>${detail}</p>
${searchAgain(root)}
</div>`;
  return { status, title: "Not readable", hasOwnSearch: true, main };
}

/** For invalid parameters. @param messages by parameter @param root as in `PageRequest` */
export function refusedPage(messages: Readonly<Record<string, readonly string[]>>, root: string): Page {
  const list = Object.entries(messages).map(
    ([name, texts]) => markup`<li><b>${name}</b>: ${texts.join(" ")}</li>`,
  );
  const main = markup`<div class="message">
<h1>Invalid search</h1>
<ul>${list}</ul>
${searchAgain(root)}
</div>`;
  return { status: 400, title: "Invalid search", hasOwnSearch: true, main };
}

const TROUBLES = {
  500: [
    "Something went wrong",
    "This is a defect of the program; it has been logged. The other pages should still work.",
  ],
  503: ["No answer at the moment", "There was no answer in time, or the corpus cannot be read now."],
} as const;

/** @param root as in `PageRequest` */
export function troublePage(status: 500 | 503, root: string): Page {
  const [title, text] = TROUBLES[status];
  const main = markup`<div class="message">
<h1>${title}</h1>
<p>${text} ${status === 503 ? "Try again in a few seconds; a narrower search is faster." : ""}</p>
${searchAgain(root)}
</div>`;
  return { status, title, hasOwnSearch: true, main };
}

function searchAgain(root: string): Html {
  return markup`<form class="search-box" action="${root}/" role="search">
<input type="search" name="search" aria-label="Search cases" placeholder="Words, a name or a citation" autocomplete="off"><button>Search</button>
</form>
<p>Or go to <a href="${root}/">the search page</a>, or <a href="${root}/browse/">browse</a> the corpus.</p>`;
}
