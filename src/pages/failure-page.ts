/** Pages for errors: with a search box, and without internal details. */
import type { Messages } from "../v1/parameter.ts";
import { type Html, markup, type Page } from "./page.ts";

export function missingPage(root: string): Page {
  const text = "There is nothing at this address. It may be mistyped, or its case is not in this corpus.";
  return messagePage([404, "There is no such page", "Not found"], text, root);
}

export function withheldPage(root: string): Page {
  const text =
    "The text of this case is for readers with a token. Its entry for a bibliography is for everyone.";
  return messagePage([403, "The text is not shown"], text, root);
}

/** For an invalid cursor. */
export function lostPlacePage(root: string): Page {
  const text = "The link is not from this service, or it belongs to another order. Start the search again.";
  return messagePage([404, "This page of results does not exist", "Not found"], text, root);
}

/** The address itself cannot be read. @param detail one sentence that says why */
export function unreadablePage(status: 400 | 414, detail: string, root: string): Page {
  return messagePage([status, "This address cannot be read", "Not readable"], detail, root);
}

export function refusedPage(messages: Messages, root: string): Page {
  const list = Object.entries(messages).map(
    ([name, texts]) => markup`<li><b>${name}</b>: ${texts.join(" ")}</li>`,
  );
  return messagePage([400, "Invalid search"], markup`<ul>${list}</ul>`, root);
}

export function troublePage(status: 500 | 503, root: string): Page {
  return status === 500
    ? messagePage([500, "Something went wrong"], DEFECT, root)
    : messagePage([503, "No answer at the moment"], NO_ANSWER, root);
}

const DEFECT = "This is a defect of the program; it has been logged. The other pages should still work. ";
const NO_ANSWER =
  "There was no answer in time, or the corpus cannot be read now. Try again in a few seconds; a narrower search is faster.";

function messagePage(
  [status, heading, title = heading]: readonly [status: Page["status"], heading: string, title?: string],
  message: Html | string,
  root: string,
): Page {
  const main = markup`<div class="message">
<h1>${heading}</h1>
${typeof message === "string" ? markup`<p>${message}</p>` : message}
<form class="search-box" action="${root}/" role="search">
<input type="search" name="search" aria-label="Search cases" placeholder="Words, a name or a citation" autocomplete="off"><button>Search</button>
</form>
<p>Or go to <a href="${root}/">the search page</a>, or <a href="${root}/browse/">browse</a> the corpus.</p>
</div>`;
  return { status, title, hasOwnSearch: true, main };
}
