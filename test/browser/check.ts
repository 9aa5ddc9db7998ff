/** The page that checks a text as it is used, and the report in a file, on the bundled sample. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { checkDocument } from "../../src/pages/check/check-page.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { browserTest, expectReadable } from "../support/browser.ts";
import { makeBulkCorpus } from "../support/corpus.ts";
import { docxOf } from "../support/draft-files.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { served } from "./sample-service.ts";

const DRAFT = `Nobody v. Someone, 1 Frankl. 99999, 3 (1850). “a quotation of no case” 1 Frankl. 1.
${"x".repeat(200)} <script>alert(1)</script> "><img src=x onerror=alert(1)>`;
browserTest("without a script a text is entered and checked", async (open) => {
  const { page } = await open(`${served.url}/`, { script: "off" });
  await page.getByRole("link", { name: "Check the citations and quotations" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(DRAFT);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("heading", { name: "Results" }).waitFor();
  expect(await page.getByRole("row").count()).toBe(4);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Keep this report" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain(
    "<h1>Check of <bdi>a text</bdi></h1>",
  );
  expect(await page.locator(".check-text").textContent()).toContain("<script>alert(1)</script>");
  // the text is still there, as it was
  expect(await page.getByRole("textbox", { name: "Text", exact: true }).inputValue()).toBe(DRAFT);
  await page.getByRole("link", { name: "1 Frankl. 99999" }).click();
  expect(new URL(page.url()).hash).toMatch(/^#mark-\d$/);
});

browserTest("a file is checked, and the page is accessible and fits its window", async (open) => {
  const { page } = await open(`${served.url}/check/`);
  await expectReadable(page);
  const buffer = await docxOf(DRAFT);
  await page.getByLabel("or a file").setInputFiles({ name: "a.docx", mimeType: "", buffer });
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("heading", { name: "Results" }).waitFor();
  await page.getByRole("link", { name: "1 Frankl. 99999" }).waitFor();
  await expectReadable(page);
});

browserTest(
  "the report in a file is accessible, and loads and runs nothing, whatever its name",
  async (open) => {
    using v1 = openV1(
      makeBulkCorpus([bulkCase(1, { casebody: textBody("the mill dam is not liable for the flood") })]),
    );
    const text = `“the mill dam is liable for the flood” Case 1 v. State, 1 Ill. 1 (1900). ${DRAFT}`;
    const path = join(tempFolder(), "report.html");
    const name = "</title><script>alert(1)</script>.md";
    const html = checkDocument({ name, text, checked: checkText(v1, text) }, "https://x.example");
    expect(html).toContain('href="https://x.example/cases/1/"');
    expect(html).not.toMatch(/url\(|@import/);
    writeFileSync(path, html);
    const { page } = await open(pathToFileURL(path).href);
    await expectReadable(page);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("table").isVisible()).toBe(true);
  },
);
