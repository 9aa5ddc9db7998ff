/** The trends page as it is used, on the bundled sample. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { browserTest, expectAccessible, expectNoSidewaysScroll, expectReadable } from "../support/browser.ts";
import { served } from "./sample-service.ts";

const FIVE = "?q=mill&q=horse&q=%22the+court%22&q=negligen*&q=zebra";

browserTest("without a script words are entered, compared and counted by share", async (open) => {
  const { page } = await open(`${served.url}/trends/`, { script: "off" });
  await page.getByRole("textbox", { name: "Words 1" }).fill("mill");
  await page.getByRole("textbox", { name: "Words 2" }).fill("horse");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL("**q=mill*");
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    ...["Year", " mill", " horse", "All cases"],
    ...["Cases", "Share", "Cases", "Share"],
  ]);
  const plot = page.getByRole("img", {
    name: /^Share of the cases by year, \d{4} to \d{4}\. mill: \d+ of \d+ cases/,
  });
  expect(await plot.isVisible()).toBe(true);
  expect(await page.locator(".plot-label").allTextContents()).toEqual(
    expect.arrayContaining(["mill", "horse"]),
  );
  await page.getByRole("radio", { name: "number of cases" }).check();
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL("**scale=cases*");
  expect(new URL(page.url()).searchParams.getAll("q").filter(Boolean)).toEqual(["mill", "horse"]);
  expect(await page.locator(".plot-unit").textContent()).toBe("Cases of the year");
  await page.getByRole("link", { name: "Show the share of each year's cases" }).click();
  await page.waitForURL((url) => !url.searchParams.has("scale"));
  expect(await page.locator("tbody td").nth(1).textContent()).toMatch(/^\d+\.\d %$/);
  await page.getByRole("table").getByRole("link", { name: "mill" }).click();
  await page.waitForURL(`${served.url}/?search=mill`);
});

browserTest(
  "the pointer shows the numbers of a year, and a click leads to its row; print has no form",
  async (open) => {
    const { page } = await open(`${served.url}/trends/?q=mill&q=horse`);
    const years = await page.locator("tbody th").allTextContents();
    const area = await page.locator(".plot-area").boundingBox();
    await page.mouse.move((area?.x ?? 0) + 1, (area?.y ?? 0) + 100);
    const tip = page.locator(".plot-tip");
    expect(await tip.textContent()).toMatch(
      new RegExp(`^${years[0]}, \\d+ cases\nmill: \\d+ \\([\\d.]+ %\\)\nhorse: \\d+ \\(`),
    );
    await expectAccessible(page);
    await page.mouse.move((area?.x ?? 0) + (area?.width ?? 0) - 1, (area?.y ?? 0) + 100);
    expect(await tip.textContent()).toMatch(new RegExp(`^${years.at(-1)}, `));
    await page.mouse.down();
    await page.mouse.up();
    expect(await page.locator("tbody tr:last-child").getByRole("link").first().isVisible()).toBe(true);
    expect(await page.evaluate("document.activeElement.closest('tr, .trends-table') !== null")).toBe(true);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".trends-form").isVisible()).toBe(false);
    expect(await page.locator(".plot").isVisible()).toBe(true);
    expect(await page.getByRole("table").isVisible()).toBe(true);
  },
);

browserTest(
  "a jurisdiction narrows what is counted and brings its courts; several stay chosen",
  async (open) => {
    const { page } = await open(`${served.url}/trends/?q=mill`, { width: 320 });
    await page.getByRole("combobox", { name: "Jurisdiction" }).selectOption({ label: "Franklin" });
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL("**jurisdiction=frankl*");
    const courts = page.getByRole("combobox", { name: "Court" });
    expect(await courts.locator("option").count()).toBeGreaterThan(1);
    await courts.selectOption({ index: 1 });
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL((url) => url.searchParams.get("court") !== null);
    expect(await page.getByRole("combobox", { name: "Court" }).inputValue()).not.toBe("");
    await page.goto(`${served.url}/trends/?q=mill&jurisdiction=frankl&jurisdiction=sarat`);
    await expectNoSidewaysScroll(page);
    await page.getByRole("textbox", { name: "Words 1" }).fill("horse");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL("**q=horse*");
    const query = new URL(page.url()).searchParams;
    expect(query.getAll("jurisdiction")).toEqual(["frankl", "sarat"]);
    expect([...query.values()]).not.toContain("");
  },
);

browserTest(
  "the page is accessible and fits its window, asked or not or wrongly, and its lines are told apart",
  async (open) => {
    const { page } = await open(`${served.url}/trends/`);
    await expectReadable(page);
    await page.goto(`${served.url}/trends/${FIVE}`);
    await expectReadable(page);
    await expectToldApart(page);
    await page.goto(`${served.url}/trends/${FIVE}&scale=cases&jurisdiction=nowhere&decision_date_min=soon`);
    await expectReadable(page);
    expect(await page.getByRole("table").count()).toBe(0);
  },
);

/** By dash and colour, in light and dark; and they reach over the plot. */
async function expectToldApart(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const looks: string[] = await page.evaluate(
      "[...document.querySelectorAll('.plot-line path')].map((path) => { const { stroke, strokeDasharray } = getComputedStyle(path); return stroke + strokeDasharray; })",
    );
    expect(new Set(looks).size).toBe(5);
  }
  const [area, line] = [
    await page.locator(".plot-area").boundingBox(),
    await page.locator(".plot-line").first().boundingBox(),
  ];
  expect(Math.abs((area?.width ?? 0) - (line?.width ?? 0))).toBeLessThan(8);
}
