/** Cases as they are read: the bundled sample's, and real ones where ../shared/real is there. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { browserTest, expectReadable } from "../support/browser.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder } from "../support/temp-folder.ts";

const SAMPLE = new URL("../../data/sample", import.meta.url).pathname;
const REAL = new URL("../../../shared/real/", import.meta.url).pathname;
const REAL_ARCHIVES = ["static/wis-2d/319.zip", "static/charlton/1.zip", "bulk/zips"].map((path) =>
  join(REAL, path),
);
const HAS_REAL = existsSync(REAL);

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "cases.db");
  const paths = HAS_REAL ? [SAMPLE, ...REAL_ARCHIVES] : [SAMPLE];
  const ran = await runHere(["import", ...paths, "--db", corpusPath, "--data-dir", join(folder, "data")]);
  expect(ran.code).toBe(0);
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, "# without tokens, the pages show every text\n");
  return { corpusPath, tokensFile };
});

/** A test on real cases; where they are not there it says so and passes. */
function realTest(title: string, body: Parameters<typeof browserTest>[1]): void {
  browserTest(HAS_REAL ? title : `${title} (nothing tested: ../shared/real is absent)`, async (open) => {
    if (HAS_REAL) await body(open);
  });
}

/** Of the sample: `In re Bragdon`, with footnotes, a printed page, two opinions and cases cited. */
const BRAGDON = "/cases/91028119/";
/** Of the sample: a page turns within a word. */
const BROKEN_WORD = "/cases/91020131/";
/** Withheld, of the sample. */
const CULPEPER = "/cases/91085813/";
/** Real: static HTML with 38 footnotes and 75 pages; XML of two opinions; XML with footnotes in the head matter; text alone. */
const HORST = "/cases/3772429/";
const MISSION = "/cases/3573228/";
const SPRINKLE = "/cases/435690/";
const CHISHOLM = "/cases/11749797/";

async function isInView(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  const { height } = page.viewportSize() ?? { height: 0 };
  return box !== null && box.y + box.height > 0 && box.y < height;
}

browserTest("a case is opened from a search, and a citation in it leads to the case cited", async (open) => {
  const { page } = await open(`${served.url}/?search=Bragdon`);
  await page.getByRole("link", { name: "In re Bragdon" }).first().click();
  await page.waitForURL(`${served.url}${BRAGDON}?search=Bragdon`);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("In re Bragdon");
  const citation = page.locator(".case-text a.cb-held").first();
  const cite = await citation.textContent();
  await citation.click();
  await page.waitForURL((url) => /\/cases\/\d+\/$/.test(url.pathname) && url.pathname !== BRAGDON);
  const digits = (text: string | null): string => (text ?? "").toLowerCase().replace(/[^0-9a-z]/g, "");
  expect(digits(await page.locator(".case-cites").textContent())).toContain(digits(cite));
  await page.getByRole("heading", { name: "Cited by" }).waitFor();
  await page.goBack();
  await page.waitForURL(`${served.url}${BRAGDON}?search=Bragdon`);
});

browserTest("a footnote is reached from its mark and leads back, by keyboard alone", async (open) => {
  const { page } = await open(served.url + BRAGDON, { height: 500 });
  const mark = page.locator("a.cb-mark").first();
  const target = await mark.getAttribute("href");
  await mark.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash === target);
  expect(await isInView(page, `${target}`)).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.className")).toBe("cb-back");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**#${await mark.getAttribute("id")}`);
  expect(await isInView(page, "a.cb-mark >> nth=0")).toBe(true);
});

browserTest("a printed page has an address, and its number stands in the margin", async (open) => {
  const { page } = await open(served.url + BRAGDON);
  const number = page.locator("a.cb-page").first();
  const [box, text] = [await number.boundingBox(), await page.locator(".case-text").boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(text?.x ?? 0);
  await number.click();
  await page.waitForURL((url) => /^#p\d+$/.test(url.hash));
});

browserTest(
  "a text is copied without the numbers of pages and notes, also from within words",
  async (open) => {
    const { page } = await open(served.url + BROKEN_WORD);
    expect(await page.locator(".case-text").textContent()).toMatch(/affi\*?96rmed/);
    const copied = await page.evaluate(
      "getSelection().selectAllChildren(document.querySelector('.case-text')), getSelection().toString()",
    );
    expect(copied).toContain("affirmed");
    expect(copied).not.toContain("96rmed");
    await page.goto(served.url + BRAGDON);
    const [marked, copy] = await page.evaluate<[string, string]>(
      "(p => [p.textContent, (getSelection().selectAllChildren(p), getSelection().toString())])(document.querySelector('p:has(> a.cb-mark)'))",
    );
    expect(copy.trim().length).toBeLessThan(marked.trim().length);
  },
);

browserTest("a withheld case says so in place of its text", async (open) => {
  const { page } = await open(served.url + CULPEPER);
  await page.getByRole("heading", { name: "The text is not shown" }).waitFor();
  expect(await page.locator(".case-text").count()).toBe(0);
  await expectReadable(page);
});

browserTest("without a script a case reads the same", async (open) => {
  const { page } = await open(served.url + BRAGDON, { script: "off" });
  await page.locator("a.cb-mark").first().click();
  await page.waitForURL("**#footnote_*");
  await page.locator("a.cb-back").first().click();
  await page.waitForURL("**#ref_footnote_*");
});

browserTest("printed, a case is its text: nothing beside it, no form, and no word hidden", async (open) => {
  const { page } = await open(served.url + BRAGDON);
  await page.emulateMedia({ media: "print" });
  for (const gone of [".site-search", ".site-nav", "#cites", ".case-people", ".case-forms"]) {
    expect({ gone, seen: await page.locator(gone).isVisible() }).toEqual({ gone, seen: false });
  }
  const hidden = await page
    .locator(".case-text :not(.cb-star):not(br)")
    .evaluateAll(
      (elements) =>
        elements.filter(
          (one) =>
            !("checkVisibility" in one && typeof one.checkVisibility === "function" && one.checkVisibility()),
        ).length,
    );
  expect(hidden).toBe(0);
  expect(await page.locator("a.cb-page").first().isVisible()).toBe(true);
});

realTest("real cases of every form are accessible and fit their window", async (open) => {
  const { page } = await open(served.url);
  for (const path of [HORST, MISSION, SPRINKLE, CHISHOLM]) {
    await page.goto(served.url + path);
    expect(await page.locator(".case-opinion, .case-note").count()).toBeGreaterThan(0);
    await expectReadable(page);
  }
});

realTest("every footnote of a real case and its mark lead to each other", async (open) => {
  for (const path of [HORST, MISSION]) {
    const { page } = await open(served.url + path);
    const ways: { readonly from: string; readonly to: boolean }[] = await page.evaluate(
      `[...document.querySelectorAll("a.cb-mark, a.cb-back")].map((link) => ({
         from: link.textContent, to: document.querySelector(link.getAttribute("href")) !== null }))`,
    );
    expect(ways.length).toBeGreaterThan(2);
    expect(ways.filter(({ to }) => !to)).toEqual([]);
    const ids: string[] = await page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)");
    expect(ids.length).toBe(new Set(ids).size);
  }
});

realTest(
  "the opinions of a real case are headed by type and author, and reached from the list beside it",
  async (open) => {
    const { page } = await open(served.url + MISSION);
    const headings = await page.locator(".case-opinion > h2").allTextContents();
    expect(headings).toEqual(["Majority opinion Justice Thomas", "Dissent Justice Stevens"]);
    await page
      .getByRole("navigation", { name: "In this case" })
      .getByRole("link", { name: "Dissent" })
      .click();
    expect(await isInView(page, ".case-opinion >> nth=1")).toBe(true);
    await page.goto(`${served.url}${MISSION}#p200`);
    expect(await isInView(page, "#p200")).toBe(true);
  },
);

realTest(
  "a citation of a case that is not held leads to a page that says so, and from there to the case that names it",
  async (open) => {
    const { page } = await open(served.url + HORST);
    await page.locator(".case-text a.cb-sought").first().click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await page.locator("main").innerText()).toContain("not imported");
    await page.locator('main a[href*="cites_to="]').first().click();
    await page.locator("[data-result]").first().waitFor();
    const found = await page
      .locator("[data-result]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(found.map((address) => address?.split("?")[0])).toContain(HORST);
  },
);

realTest("a citation at the head of a case is not broken between two lines", async (open) => {
  const { page } = await open(`${served.url}${HORST}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = await page
    .locator(".case-cites bdi")
    .evaluateAll((cites) => cites.map((cite) => Math.round(cite.getBoundingClientRect().height)));
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
});
