/** Pages for errors: with a search box, and without internal details. */
import type { Messages } from "../v1/parameter.ts";
import { type Html, layout, markup, type Page } from "./page.ts";

/** A page as complete HTML. */
export interface PageAnswer {
  readonly status: Page["status"];
  readonly html: string;
  /** Of the status 302. */
  readonly location: string | null;
}

/** @param root as in `PageRequest` */
export function wholePage(page: Page, root: string): PageAnswer {
  const html = withoutControls(layout(page, root).toString());
  return { status: page.status, html, location: page.location ?? null };
}

export function withoutControls(html: string): string {
  return html.replace(CONTROLS, "\ufffd");
}

/** Control characters other than white space: they are errors in HTML. */
const CONTROLS = /(?![\t\n\f\r])\p{Cc}/gu;

/** There is nothing at this address. @param root as in `PageRequest` */
export function missingPage(root: string): Page {
  const text = "There is nothing at this address. It may be mistyped, or its case is not in this corpus.";
  return messagePage(
    { status: 404, title: "Not found", heading: "There is no such page" },
    paragraph(text),
    root,
  );
}

/** The text of a case is not for this reader. @param root as in `PageRequest` */
export function withheldPage(root: string): Page {
  const text =
    "The text of this case is for readers with a token. Its entry for a bibliography is for everyone.";
  const heading = "The text is not shown";
  return messagePage({ status: 403, title: heading, heading }, paragraph(text), root);
}

/** For an invalid cursor. @param root as in `PageRequest` */
export function lostPlacePage(root: string): Page {
  const text = "The link is not from this service, or it belongs to another order. Start the search again.";
  const heading = "This page of results does not exist";
  return messagePage({ status: 404, title: "Not found", heading }, paragraph(text), root);
}

/** The address itself cannot be read. @param detail one sentence that says why @param root as in `PageRequest` */
export function unreadablePage(status: 400 | 414, detail: string, root: string): Page {
  const heading = "This address cannot be read";
  return messagePage({ status, title: "Not readable", heading }, paragraph(detail), root);
}

/** For invalid parameters. @param messages by parameter @param root as in `PageRequest` */
export function refusedPage(messages: Messages, root: string): Page {
  const list = Object.entries(messages).map(
    ([name, texts]) => markup`<li><b>${name}</b>: ${texts.join(" ")}</li>`,
  );
  const title = "Invalid search";
  return messagePage({ status: 400, title, heading: title }, markup`<ul>${list}</ul>`, root);
}

const TROUBLES = {
  500: [
    "Something went wrong",
    "This is a defect of the program; it has been logged. The other pages should still work. ",
  ],
  503: [
    "No answer at the moment",
    "There was no answer in time, or the corpus cannot be read now. Try again in a few seconds; a narrower search is faster.",
  ],
} as const;

/** @param root as in `PageRequest` */
export function troublePage(status: 500 | 503, root: string): Page {
  const [title, text] = TROUBLES[status];
  return messagePage({ status, title, heading: title }, paragraph(text), root);
}

function paragraph(text: string): Html {
  return markup`<p>${text}</p>`;
}

/** A page with a message and a search box. */
function messagePage(
  { heading, ...page }: Pick<Page, "status" | "title"> & { readonly heading: string },
  message: Html,
  root: string,
): Page {
  const main = markup`<div class="message">
<h1>${heading}</h1>
${message}
<form class="search-box" action="${root}/" role="search">
<input type="search" name="search" aria-label="Search cases" placeholder="Words, a name or a citation" autocomplete="off"><button>Search</button>
</form>
<p>Or go to <a href="${root}/">the search page</a>, or <a href="${root}/browse/">browse</a> the corpus.</p>
</div>`;
  return { ...page, hasOwnSearch: true, main };
}
