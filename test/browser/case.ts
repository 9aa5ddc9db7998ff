/** Cases as they are read, with the column next to the text: the bundled sample's, and real ones where ../shared/real is there. */
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { browserTest, expectAccessible, expectNoSidewaysScroll, expectReadable } from "../support/browser.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { importTo, samplePath } from "./sample-service.ts";

const REAL = join(import.meta.dirname, "../../../shared/real/");
const REAL_ARCHIVES = [
  "static/wis-2d/319.zip",
  "bulk/zips/Illinois-20180829-xml.zip",
  "bulk/zips/United States-20180829-text.zip",
  "bulk/zips/United States-20200108-xml.zip",
].map((path) => join(REAL, path));
const HAS_REAL = existsSync(REAL);

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "cases.db");
  copyFileSync(samplePath, corpusPath);
  if (HAS_REAL) await importTo(corpusPath, ...REAL_ARCHIVES);
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
/** Real: static HTML with three citations, and with footnotes; XML of two opinions, and with footnotes in the head matter; text alone. */
const HORST = "/cases/3772429/";
const LUU = "/cases/3772608/";
const MISSION = "/cases/3573228/";
const SPRINKLE = "/cases/435690/";
const KEANE = "/cases/6591154/";

async function isInView(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  const { height } = page.viewportSize() ?? { height: 0 };
  return box !== null && box.y + box.height > 0 && box.y < height;
}

async function expectUniqueIds(page: Page): Promise<void> {
  const ids: string[] = await page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)");
  expect(ids.length).toBe(new Set(ids).size);
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

browserTest(
  "wide: footnotes and printed pages stand beside the text and are reached by keyboard; print has them in it",
  async (open) => {
    const { page } = await open(served.url + BRAGDON, { width: 1280, height: 800 });
    const boxes = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) =>
          all
            .map((one) => one.getBoundingClientRect())
            .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
        );
    const [text] = await boxes(".case-text");
    const [column] = await boxes(".case-sidebar");
    const notes = (await boxes(".cb-footnote")).sort((a, b) => a.top - b.top);
    expect(notes.length).toBeGreaterThan(0);
    for (const [at, note] of notes.entries()) {
      expect(note.left).toBeGreaterThan(text?.right ?? Number.POSITIVE_INFINITY);
      expect(note.right).toBeLessThan(column?.left ?? 0);
      expect(note.top).toBeGreaterThanOrEqual(notes[at - 1]?.bottom ?? 0);
    }
    const [mark] = await boxes("a.cb-mark");
    expect(Math.abs((notes[0]?.top ?? 0) - (mark?.top ?? 0))).toBeLessThan(40);
    const [number] = await boxes("a.cb-page");
    expect(number?.right).toBeLessThan(text?.left ?? 0);
    await page.locator("a.cb-page").first().click();
    await page.waitForURL((url) => /^#p\d+$/.test(url.hash));

    await page.setViewportSize({ width: 1200, height: 500 });
    const first = page.locator("a.cb-mark").first();
    const target = await first.getAttribute("href");
    await first.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.hash === target);
    expect(await isInView(page, `${target}`)).toBe(true);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("cb-back");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**#${await first.getAttribute("id")}`);
    expect(await isInView(page, "a.cb-mark >> nth=0")).toBe(true);

    await page.emulateMedia({ media: "print" });
    for (const gone of [".case-sidebar", ".site-head", ".site-foot"])
      expect({ gone, seen: await page.locator(gone).isVisible() }).toEqual({ gone, seen: false });
    const [printed] = await boxes(".cb-footnote");
    const [lastLine] = (await boxes(".case-opinion > p")).slice(-1);
    expect(printed?.left).toBeLessThan(lastLine?.right ?? 0);
    const hidden = await page
      .locator(".case-text :not(.cb-star):not(br)")
      .evaluateAll(
        (elements) =>
          elements.filter(
            (one) =>
              !(
                "checkVisibility" in one &&
                typeof one.checkVisibility === "function" &&
                one.checkVisibility()
              ),
          ).length,
      );
    expect(hidden).toBe(0);
    expect(await page.locator("a.cb-page").first().isVisible()).toBe(true);
  },
);

browserTest(
  "the outline is accessible and stays in view, and the citation has the page that is being read",
  async (open) => {
    const { page } = await open(served.url + BRAGDON);
    await expectReadable(page);
    await page.setViewportSize({ width: 1440, height: 500 });
    const line = page.locator("[data-cite]").first();
    expect(await line.textContent()).toBe("In re Bragdon, 7 Frankl. 88 (1821)");
    const number = page.locator(".case-text .cb-page[id]").last();
    const last = (await number.getAttribute("id"))?.slice(1);
    await number.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expect.poll(() => line.textContent()).toBe(`In re Bragdon, 7 Frankl. 88, ${last} (1821)`);
    await page
      .locator(".case-opinion")
      .last()
      .evaluate((element) => element.scrollIntoView());
    expect(
      await page.locator(".case-sidebar").evaluate((element) => element.getBoundingClientRect().top),
    ).toBeLessThan(60);
    await expect.poll(() => page.locator(".case-outline [aria-current]").count()).toBe(1);
  },
);

browserTest(
  "on a phone a footnote is shown at its mark, and the outline is a sheet over the text",
  async (open) => {
    const { page } = await open(served.url + BRAGDON, { width: 390, height: 500 });
    const mark = page.locator("a.cb-mark").first();
    await mark.scrollIntoViewIfNeeded();
    await mark.hover();
    const box = page.locator(".case > [role='note']");
    await expect.poll(() => box.isVisible()).toBe(true);
    const note = page.locator(`${await mark.getAttribute("href")} > div`);
    expect((await box.textContent())?.trim()).toBe((await note.textContent())?.trim());
    await expectUniqueIds(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => box.isVisible()).toBe(false);

    const number = page.locator(".case-text .cb-page[id]").last();
    const last = (await number.getAttribute("id"))?.slice(1);
    await page.goto(`${page.url()}#p${last}`);
    const place = () => number.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(place).toBeLessThan(100);
    const read = await place();
    await page.getByRole("link", { name: "Outline and citation" }).click();
    const sheet = page.locator("#outline");
    expect((await sheet.boundingBox())?.y).toBeGreaterThan(0);
    expect(await page.locator("[data-cite]").first().textContent()).toBe(
      `In re Bragdon, 7 Frankl. 88, ${last} (1821)`,
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Close" }).click();
    expect([await place(), new URL(page.url()).hash]).toEqual([read, `#p${last}`]);
    await page.getByRole("link", { name: "Outline and citation" }).click();
    await sheet.locator(".case-outline a").first().click();
    await expect.poll(() => sheet.evaluate((one) => one.matches(":popover-open"))).toBe(false);
  },
);

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

browserTest("without a script a case reads the same", async (open) => {
  const { page } = await open(served.url + BRAGDON, { script: "off" });
  await page.locator("a.cb-mark").first().click();
  await page.waitForURL("**#footnote_*");
  await page.locator("a.cb-back").first().click();
  await page.waitForURL("**#ref_footnote_*");
});

realTest(
  "cases of every form are accessible and fit their window, and their footnotes and marks lead to each other",
  async (open) => {
    const { page } = await open(served.url + CULPEPER);
    await page.getByRole("heading", { name: "The text is not shown" }).waitFor();
    for (const [path, links] of Object.entries({ [LUU]: 3, [MISSION]: 3, [SPRINKLE]: 0, [KEANE]: 0 })) {
      await page.goto(served.url + path);
      expect(await page.locator(".case-opinion").count()).toBeGreaterThan(0);
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
      const ways: boolean[] = await page.evaluate(
        `[...document.querySelectorAll("a.cb-mark, a.cb-back")].map((link) => document.querySelector(link.getAttribute("href")) !== null)`,
      );
      expect(ways.length).toBeGreaterThanOrEqual(links);
      expect(ways).not.toContain(false);
      await expectUniqueIds(page);
    }
  },
);

realTest("a citation at the head is not broken", async (open) => {
  const { page } = await open(served.url + HORST, { width: 390, height: 844 });
  const lines = await page
    .locator(".case-cites bdi")
    .evaluateAll((cites) => cites.map((cite) => Math.round(cite.getBoundingClientRect().height)));
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
});
