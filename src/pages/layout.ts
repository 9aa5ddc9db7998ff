/** What all pages share: head, search box, landmarks. */
import { type Html, markup, trusted } from "./markup.ts";
import type { Page } from "./page.ts";

const SITE = "caselaw";

export function layout({ title, searchFor = "", main }: Page): Html {
  return markup`${trusted("<!doctype html>")}
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · ${SITE}</title>
    <link rel="stylesheet" href="/assets/reading-room.css">
    <script src="/assets/reading-room.js" defer></script>
  </head>
  <body>
    <header>
      <a href="/">${SITE}</a>
      <form action="/" role="search"><input type="search" name="search" value="${searchFor}" aria-label="Search cases"></form>
    </header>
    <main id="main">${main}</main>
  </body>
</html>
`;
}
