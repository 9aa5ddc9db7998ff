/** From a search to a case, through its matches and the results around it, and back; and browsing: on the bundled sample. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { browserTest, expectReadable } from "../support/browser.ts";
import { served } from "./sample-service.ts";

const LIST = "/?search=%22mill+dam%22";
const PLACES = [
  "/",
  "/?search=mill&jurisdiction=frankl&decision_date_min=1850",
  "/?search=zebra+unicorn",
  "/?decision_date_min=soon&court=nowhere",
  "/?search=1+Thorne+2",
  "/browse/",
  "/browse/frankl/9001/",
  "/nope",
  "/cases/91029219/?search=mill+dam+water#match-1",
];

function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
}

async function shownSteps(page: Page): Promise<string[]> {
  const steps = await page.locator(".match-step:visible").allTextContents();
  return steps.map((text) => text.replace(/[↑↓]/g, "").trim());
}

browserTest(
  "a date that is left empty is not in the address; keys: / goes to the search box, n and p through the results",
  async (open) => {
    const { page } = await open(`${served.url}/?search=court`);
    await page.getByRole("searchbox").fill("mill");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${served.url}/?search=mill`);
    await page.waitForLoadState("load");
    const names = await page.locator("[data-result]").allTextContents();
    await page.keyboard.press("n");
    expect(await focused(page)).toBe(names[0]);
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await page.keyboard.press("p");
    expect(await focused(page)).toBe(names[1]);
    await page.keyboard.press("/");
    await page.keyboard.type("pond/n");
    expect(await page.getByRole("searchbox").inputValue()).toBe("pond/n");
  },
);

browserTest("without a script everything is there but the keys and the dragging", async (open) => {
  const { page } = await open(`${served.url}/`, { script: "off" });
  await page.getByRole("searchbox").fill("mill");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/search=mill/);
  expect(await page.getByText("drag to choose years").isVisible()).toBe(false);
  await page.getByRole("textbox", { name: "from" }).fill("1850");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/decision_date_min=1850/);
  expect(await page.locator(".year-range rect.out").count()).toBeGreaterThan(0);
  await page.getByText("How to search").click();
  expect(await page.getByText("both within five words").isVisible()).toBe(true);
  expect(await page.getByText("Keys:").isVisible()).toBe(false);
});

browserTest("the keyboard reaches the page past its head", async (open) => {
  const { page } = await open(`${served.url}/browse/`);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to the page");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Absaroka");
});

browserTest("search, browse and marked matches are accessible and fit their window", async (open) => {
  const { page } = await open(served.url);
  for (const place of PLACES) {
    await page.goto(served.url + place);
    await expectReadable(page);
  }
});

browserTest("the dark page is dark; printed, results and matches have no controls", async (open) => {
  const { page } = await open(`${served.url}/?search=mill`);
  const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  expect(await background()).toBe("rgb(253, 252, 248)");
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).toBe("rgb(23, 22, 20)");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("complementary").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  expect(await page.locator(".orders").isVisible()).toBe(false);
  await page.goto(`${served.url}/cases/91029219/?search=mill#match-1`);
  await expect.poll(() => shownSteps(page)).toEqual([]);
  expect(await page.locator(".result-bar").isVisible()).toBe(false);
  expect(await page.locator(".case-text mark").first().isVisible()).toBe(true);
});

browserTest(
  "dragging over the years fills the fields and searches; the other years stay to be chosen",
  async (open) => {
    const { page } = await open(`${served.url}/?search=mill`);
    const chart = page.locator(".year-range svg");
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (box === null) throw new Error("no histogram");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.25, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
    const [from, to] = ["from", "to"].map((name) => page.getByRole("textbox", { name, exact: true }));
    const chosen = [await from?.inputValue(), await to?.inputValue()];
    expect(Number(chosen[0])).toBeLessThan(Number(chosen[1]));
    await page.mouse.up();
    await page.waitForURL(
      `${served.url}/?search=mill&decision_date_min=${chosen[0]}&decision_date_max=${chosen[1]}`,
    );
    const [inside, all] = [page.locator(".year-range rect:not(.out)"), page.locator(".year-range rect")];
    expect(await inside.count()).toBeLessThan(await all.count());
    expect(await inside.count()).toBeGreaterThan(1);
  },
);

browserTest("without a script matches and results are reached by links", async (open) => {
  const { page } = await open(served.url + LIST, { script: "off" });
  await page.locator("[data-result] >> nth=1").click();
  const bar = page.getByRole("navigation", { name: "Search" });
  await expect.poll(() => bar.textContent()).toContain("Result 2 of 10");
  await bar.getByRole("link", { name: "Previous result" }).click();
  await expect.poll(() => bar.textContent()).toContain("Result 1 of 10");
  while ((await page.locator(".match-step").count()) < 2) {
    await bar.getByRole("link", { name: "Next result" }).click();
    await page.waitForLoadState();
  }
  const count = await page.locator(".match-step").count();
  await expect.poll(() => shownSteps(page)).toEqual([]);
  await bar.getByRole("link", { name: "first" }).click();
  await expect.poll(() => shownSteps(page)).toEqual([`1 of ${count}`]);
  await page.getByRole("link", { name: "Next match" }).click();
  await expect.poll(() => shownSteps(page)).toEqual([`2 of ${count}`]);
  expect(page.url()).toMatch(/#match-2$/);
  const id = /cases\/(\d+)/.exec(page.url())?.[1];
  await bar.getByRole("link", { name: "Back to the results" }).click();
  await expect.poll(() => page.url()).toBe(`${served.url}${LIST}#case-${id}`);
});

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
