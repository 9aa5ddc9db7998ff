/** From a search to a case, through its matches, to the results around it and back, on the bundled sample. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { browserTest, expectReadable } from "../support/browser.ts";
import { serviceOfSample } from "./sample-service.ts";

const served = serviceOfSample();
const LIST = "/?search=%22mill+dam%22";

async function shownSteps(page: Page): Promise<string[]> {
  const steps = await page.locator(".match-step:visible").allTextContents();
  return steps.map((text) => text.replace(/[↑↓]/g, "").trim());
}

for (const script of ["on", "off"] as const) {
  browserTest(`matches and results are reached by links, with the script ${script}`, async (open) => {
    const { page } = await open(served.url + LIST, { script });
    await page.locator("[data-result] >> nth=1").click();
    const bar = page.getByRole("navigation", { name: "Search" });
    expect(await bar.textContent()).toContain("Result 2 of 10");
    await bar.getByRole("link", { name: "Previous result" }).click();
    expect(await bar.textContent()).toContain("Result 1 of 10");
    while ((await page.locator(".match-step").count()) < 2)
      await bar.getByRole("link", { name: "Next result" }).click();
    const count = await page.locator(".match-step").count();
    await expect.poll(() => shownSteps(page)).toEqual([]);
    await bar.getByRole("link", { name: "first" }).click();
    await expect.poll(() => shownSteps(page)).toEqual([`1 of ${count}`]);
    await page.getByRole("link", { name: "Next match" }).click();
    await expect.poll(() => shownSteps(page)).toEqual([`2 of ${count}`]);
    expect(page.url()).toMatch(/#match-2$/);
    const id = /cases\/(\d+)/.exec(page.url())?.[1];
    await bar.getByRole("link", { name: "Back to the results" }).click();
    expect(page.url()).toBe(`${served.url}${LIST}#case-${id}`);
  });
}

browserTest(
  "keys: n and p go through the matches; one step back in the browser is the list",
  async (open) => {
    const { page } = await open(served.url + LIST);
    await page.locator("[data-result] >> nth=0").click();
    // with its stylesheet
    await page.waitForLoadState("load");
    const at = page.url();
    const count = await page.locator(".match-step").count();
    await page.keyboard.press("n");
    await expect.poll(() => shownSteps(page)).toEqual([`1 of ${count}`]);
    for (let step = 0; step <= count; step++) await page.keyboard.press("n");
    await page.waitForURL(`${at}#match-${count}`);
    await page.keyboard.press("p");
    await page.waitForURL(`${at}#match-${Math.max(1, count - 1)}`);
    await page.goBack();
    expect(page.url()).toBe(served.url + LIST);
  },
);

browserTest(
  "the keyboard alone: filters, pages of results, results around a case, and back",
  async (open) => {
    const { page } = await open(`${served.url}/?search=the+court`);
    const filters = page.getByRole("link", { name: "Filters" });
    while ((await page.evaluate("document.activeElement.textContent")) !== "Filters")
      await page.keyboard.press("Tab");
    expect((await filters.boundingBox())?.x).toBeGreaterThan(0);
    await page.keyboard.press("N");
    await page.waitForURL("**cursor=*");
    await page.keyboard.press("P");
    await page.waitForURL((url) => (url.searchParams.get("from") ?? "1") === "1");
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    const bar = page.getByRole("navigation", { name: "Search" });
    expect(await bar.textContent()).toContain("Result 1 of");
    // with its script, which hears the keys
    await page.waitForLoadState("load");
    await page.keyboard.press("N");
    await bar.getByText("Result 2 of").waitFor();
  },
);

browserTest("a case with marked matches is accessible and fits its window", async (open) => {
  const { page } = await open(`${served.url}/cases/91029219/?search=mill+dam+water#match-1`);
  expect(await shownSteps(page)).toHaveLength(1);
  await expectReadable(page);
});

browserTest("printed, a case from a search has no link of the search", async (open) => {
  const { page } = await open(`${served.url}/cases/91029219/?search=mill#match-1`);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => shownSteps(page)).toEqual([]);
  expect(await page.locator(".result-bar").isVisible()).toBe(false);
  expect(await page.locator(".case-text mark").first().isVisible()).toBe(true);
});
