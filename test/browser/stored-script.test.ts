/** What lies in the corpus, or is asked, runs nowhere on the pages of search and browse: the policy has nothing to report. */
import { join } from "node:path";
import { expect } from "vitest";
import { COURT, oneCase, textBody } from "../http/records.ts";
import { serviceOfFile } from "../http/serving.ts";
import { browserTest } from "../support/browser.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";

const EVIL = [
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  '</title></main><base href="//evil.example/"><style>body{display:none}</style>',
].join(" ");

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const record = oneCase(1, {
    name: EVIL,
    name_abbreviation: `mill ${EVIL}`,
    docket_number: EVIL,
    decision_date: EVIL,
    first_page: EVIL,
    last_page: EVIL,
    citations: [{ type: EVIL, cite: `1 ${EVIL} 2` }],
    volume: { volume_number: EVIL, barcode: EVIL },
    reporter: { id: 21, full_name: EVIL },
    court: { ...COURT, name: EVIL, name_abbreviation: EVIL },
    jurisdiction: { id: 1, slug: "mass", name: EVIL, name_long: EVIL, whitelisted: true },
    casebody: textBody(`mill ${EVIL}`, `mill ${EVIL}`),
  });
  return { corpusPath: makeCorpus([record], join(folder, "evil.db")) };
});

browserTest("texts of a case and of the address show as text wherever they stand", async (open) => {
  const evil = encodeURIComponent(EVIL);
  const places = [
    "/",
    "/?search=mill",
    `/?search=mill+%7C+${evil}&reporter=21&court=mass-1&jurisdiction=mass`,
    `/?search=${evil}`,
    `/?author=${evil}&court=${evil}&decision_date_min=${evil}&ordering=${evil}`,
    `/?cite=${encodeURIComponent(`1 ${EVIL} 2`)}`,
    `/cases/1/?search=mill+%7C+${evil}#match-1`,
    "/browse/",
    "/browse/mass/",
    "/browse/mass/21/",
    `/browse/mass/21/${evil}/`,
    `/${evil}`,
  ];
  for (const place of places) {
    const { page } = await open(served.url + place);
    const foreign = await page
      .locator("main :is(script, img, base, style, [onload], [onerror], a[href^=javascript])")
      .count();
    expect({ place, foreign }).toEqual({ place, foreign: 0 });
    expect(await page.locator("script").count()).toBe(1);
  }
  const { page } = await open(`${served.url}/?search=mill`);
  expect(await page.locator("[data-result]").textContent()).toBe(`mill ${EVIL}`);
});
