/** The years of the results, chosen by dragging or by the fields. */
import { expect } from "vitest";
import { browserTest, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";
import { serviceOfSample } from "./sample-service.ts";

const served = serviceOfSample();

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

browserTest("without a script the fields do the same, and nothing says to drag", async (open) => {
  const { page } = await open(`${served.url}/?search=mill`, { script: "off" });
  expect(await page.getByText("drag to choose years").isVisible()).toBe(false);
  await page.getByRole("textbox", { name: "from" }).fill("1850");
  await page.getByRole("button", { name: "Apply" }).click();
  expect(page.url()).toContain("decision_date_min=1850");
  expect(await page.locator(".year-range rect.out").count()).toBeGreaterThan(0);
});

browserTest("the years are accessible and fit, on every width, dark and light", async (open) => {
  for (const view of [
    { width: 320, height: 640, colorScheme: "dark" },
    { width: 390, height: 800 },
    { width: 768, height: 900, colorScheme: "dark" },
    { width: 1440, height: 900 },
  ] as const) {
    const { page } = await open(`${served.url}/?search=mill&decision_date_min=1850`, view);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});
