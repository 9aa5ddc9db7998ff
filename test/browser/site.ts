/** The site of the documentation in a browser: from a web server below some path, and opened from the disk. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { makeSite } from "../../config/make-site.ts";
import { browserTest, expectReadable } from "../support/browser.ts";
import { startStaticSite } from "../support/static-site.ts";
import { keptFolder } from "../support/temp-folder.ts";

const folder = keptFolder();
const site = join(folder, "below", "path");
makeSite(site);

for (const page of ["index.html", "interface.html", "library/corpus.html", "recipes.html"])
  browserTest(
    `${page} of the site is accessible, by day and by night, on a phone and a desktop`,
    async (open) => {
      const service = await startStaticSite(folder);
      const { page: tab } = await open(`${service.url}/below/path/${page}`);
      await expectReadable(tab);
      await service.close();
    },
  );

browserTest("the search finds a section and leads to it, from a server and from the disk", async (open) => {
  const service = await startStaticSite(folder);
  const addresses = [
    `${service.url}/below/path/library/corpus.html`,
    pathToFileURL(join(site, "index.html")).href,
  ];
  for (const address of addresses) {
    const { page } = await open(address, { folder: pathToFileURL(folder).href });
    // a picture that comes later moves what is below it
    await page.evaluate(
      "Promise.all([...document.images].map((one) => ((one.loading = 'eager'), one.decode())))",
    );
    const place = await page.evaluate("scrollTo(0, 900), scrollY");
    await page.keyboard.press("/");
    await page.keyboard.type("robots allow");
    expect(await page.evaluate("scrollY")).toBe(place);
    await page.locator("#found a").first().waitFor();
    expect(await page.locator("#found .count").textContent()).toMatch(/^\d+ sections?$/);
    await page.locator("#found a", { hasText: "Interface: serve" }).click();
    await page.waitForURL(/\/interface\.html#serve$/);
    expect(await page.locator("#found").textContent()).toBe("");
    expect(await page.locator("#serve").isVisible()).toBe(true);
  }
  await service.close();
});

browserTest("without a script the pages and their contents are there, and no search", async (open) => {
  const service = await startStaticSite(folder);
  const { page } = await open(`${service.url}/below/path/index.html`, { script: "off" });
  expect(await page.locator("form").isVisible()).toBe(false);
  await page.locator("summary", { hasText: "Pages" }).click();
  await page.locator("details.pages a", { hasText: "Recipes" }).click();
  await page.waitForURL(/\/recipes\.html$/);
  await service.close();
});
