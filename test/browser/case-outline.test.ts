/** The column next to a case: it stays in view, has the place that is being read, and citations to copy with this page. */
import { expect } from "vitest";
import { browserTest, expectAccessible, expectNoSidewaysScroll, expectReadable } from "../support/browser.ts";
import { serviceOfSample } from "./sample-service.ts";

const served = serviceOfSample();
/** With footnotes, a printed page and two opinions. */
const BRAGDON = "/cases/91028119/";

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

browserTest("on a phone the outline is a sheet over the text: the place that is read stays", async (open) => {
  const { page } = await open(served.url + BRAGDON, { width: 390, height: 500 });
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
});

browserTest("a footnote is shown at its mark, and its ids stay unique", async (open) => {
  const { page } = await open(served.url + BRAGDON, { width: 390, height: 700 });
  const mark = page.locator("a.cb-mark").first();
  await mark.scrollIntoViewIfNeeded();
  await mark.hover();
  const box = page.locator(".case > [role='note']");
  await expect.poll(() => box.isVisible()).toBe(true);
  const note = page.locator(`${await mark.getAttribute("href")} > div`);
  expect((await box.textContent())?.trim()).toBe((await note.textContent())?.trim());
  const ids: string[] = await page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)");
  expect(ids.length).toBe(new Set(ids).size);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => box.isVisible()).toBe(false);
});

browserTest(
  "on wide screens footnotes are next to their marks, none over another; print has them at the end",
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
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ media: "print" });
    const [printed] = await boxes(".cb-footnote");
    const [lastLine] = (await boxes(".case-opinion > p")).slice(-1);
    expect(printed?.left).toBeLessThan(lastLine?.right ?? 0);
    for (const part of [".case-sidebar", ".site-head", ".site-foot"])
      expect(await page.locator(part).isVisible()).toBe(false);
  },
);
