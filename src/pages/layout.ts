/** What all pages share: head, search box, landmarks. */
import { ICON, SCRIPT, STYLESHEET } from "./assets.ts";
import { type Html, markup, trusted } from "./markup.ts";
import type { Page, Section } from "./page.ts";

const SITE = "caselaw";
const SECTIONS = ["browse", "trends", "check"] as const;
const NAMES: Readonly<Record<Section, string>> = { browse: "Browse", trends: "Trends", check: "Check" };
const DOCTYPE = trusted("<!doctype html>");

/** @param root the prefix of the path of every link, as in `PageRequest` */
export function layout(page: Page, root: string): Html {
  return markup`${DOCTYPE}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · ${SITE}</title>
<link rel="stylesheet" href="${root}${STYLESHEET.path}">
<link rel="icon" href="${root}${ICON.path}">
<script src="${root}${SCRIPT.path}" defer></script>
${page.head}</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header class="site site-head">
<a class="site-name" href="${root}/">${SITE}</a>
${page.hasOwnSearch ? null : searchBox(root)}
<nav class="site-nav" aria-label="Site">${SECTIONS.map((one) => sectionLink(one, page.section, root))}</nav>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
<footer class="site site-foot">
<p>Cases of the <a href="https://case.law/">Caselaw Access Project</a>, served by this machine. For programs: <a href="${root}/v1/">JSON</a>, <a href="${root}/openapi.json">its description</a>.</p>
</footer>
</body>
</html>
`;
}

function sectionLink(section: Section, current: Section | undefined, root: string): Html {
  return section === current
    ? markup`<a href="${root}/${section}/" aria-current="true">${NAMES[section]}</a> `
    : markup`<a href="${root}/${section}/">${NAMES[section]}</a> `;
}

function searchBox(root: string): Html {
  return markup`<form class="site-search" action="${root}/" role="search"><input type="search" name="search" value="" placeholder="Search" aria-label="Search cases" autocomplete="off"><button>Search</button></form>`;
}
