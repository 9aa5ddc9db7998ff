import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { describeService } from "../../src/http/openapi/openapi.ts";
import { checkText, type V1Check } from "../../src/v1/check/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bombPdf, docxOf, pdfOf, zipOf } from "../support/draft-files.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const DRAFT =
  "“the mill dam is not liable” Case 1 v. State, 1 Ill. 1, 1 (Ill. 1901). “the closed text of another case” 1 Ill. 2.";
const CLOSED = { id: 30, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
const folder = keptFolder();
const corpusPath = join(folder, "check.db");

const served = serviceOfFile(async () => {
  makeCorpus(
    [
      bulkCase(1, { casebody: textBody("the mill dam is not liable") }),
      bulkCase(2, { jurisdiction: CLOSED, casebody: textBody("the closed text of another case") }),
    ],
    corpusPath,
  );
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, "# without tokens, a form is the owner's\n");
  return { corpusPath, dataFolder: join(folder, "data"), tokensFile };
});

const PDF = "application/pdf";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const post = (body: string | Buffer, type = "text/plain") =>
  fetch(`${served.url}/check/`, {
    method: "POST",
    body: typeof body === "string" ? body : new Uint8Array(body),
    headers: { "content-type": type },
  });

test("a draft is checked as in the library; quotations of a closed text cannot be compared", async () => {
  const answer = await post(DRAFT, "text/plain; charset=utf-8");
  expect([answer.status, answer.headers.get("allow")]).toEqual([200, "GET, HEAD, OPTIONS, POST"]);
  const found = (await answer.json()) as V1Check;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...describeService(served.url), $id: "openapi" });
  const fits = ajv.getSchema("openapi#/components/schemas/Check");
  expect(fits?.(found) ? null : fits?.errors).toBeNull();
  using v1 = openV1(corpusPath, { baseUrl: served.url, access: "anyone" });
  expect(found).toEqual(JSON.parse(JSON.stringify(checkText(v1, DRAFT))));
  expect(found.quotations.map(({ verdict }) => verdict)).toEqual(["exact", "body not available"]);
  using owner = openV1(corpusPath);
  expect(checkText(owner, DRAFT).open).toBe(0);
});

test("a DOCX and a PDF are checked as their text", async () => {
  const cite = "Case 1 v. State, 1 Ill. 1";
  const [docx, pdf] = [await docxOf(`See ${cite}.`), pdfOf(`BT /F1 12 Tf 72 700 Td (${cite}) Tj ET`)];
  for (const [bytes, type] of [
    [docx, DOCX],
    [pdf, PDF],
    [pdf, "text/plain"],
  ] as const) {
    const answer = await post(Buffer.from(bytes), type);
    const { citations } = (await answer.json()) as V1Check;
    expect([answer.status, citations]).toMatchObject([
      200,
      [{ cite: "1 Ill. 1", name: { verdict: "match" } }],
    ]);
  }
  const file = new File([new Uint8Array(docx)], "brief.docx");
  expect((await sendForm(formOf({ file }))).html).toContain('<a href="/cases/1/"><bdi>Case 1</bdi></a>');
});

test.each([
  ["a bomb", PDF, bombPdf(1024), "it takes too much memory"],
  ["garbage", PDF, Buffer.from("%PDF-1.4 nothing"), 'Cannot read draft "draft.pdf"'],
  ["a zip", DOCX, await zipOf({ "a.txt": "x" }), "it is a zip, but not a DOCX"],
])("%s as %s is refused with the reason, also in a form", async (_, type, bytes, message) => {
  const answer = await post(Buffer.from(bytes), type);
  expect([answer.status, await answer.json()]).toEqual([400, { detail: expect.stringContaining(message) }]);
  const file = new File([new Uint8Array(bytes)], type === PDF ? "draft.pdf" : "draft.docx");
  const page = await sendForm(formOf({ file }));
  expect(page).toEqual({ status: 400, html: expect.stringContaining(message.split('"')[0] ?? "") });
});

test("a DOCX with more text than a draft may have is refused", async () => {
  const answer = await post(Buffer.from(await docxOf("a ".repeat(2 ** 20))), DOCX);
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { detail: expect.stringContaining("larger than") },
  ]);
});

test.each([
  ["PUT", "text/plain", "1 Ill. 1", 405],
  ["POST", "application/zip", "PK\u0003\u0004", 415],
  ["POST", "application/pdf", "%PDF-1.4", 400],
  ["POST", "text/plain", "%PDF-1.4", 400],
  ["POST", "text/plain", "PK\u0003\u0004", 400],
  ["POST", "application/pdf", "a".repeat(1024 * 1024 + 1), 413],
  ["POST", "application/pdf", "a".repeat(4 * 1024 * 1024 + 1), 413],
  ["POST", "text/plain", "", 400],
  ["POST", "text/plain", "\u0000", 400],
  ["POST", "text/plain", "a".repeat(1024 * 1024 + 1), 413],
])("%s of %s is refused", async (method, type, body, status) => {
  const answer = await fetch(`${served.url}/check/`, { method, body, headers: { "content-type": type } });
  expect(answer.status).toBe(status);
  expect(Object.keys((await answer.json()) as object)).toEqual(["detail"]);
});

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function sendForm(body: FormData | URLSearchParams): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${served.url}/check/`, { method: "POST", body });
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  return { status: answer.status, html: await answer.text() };
}

test("a form gets a page with the same verdicts: its text, or its file", async () => {
  const file = new File([`<p>${DRAFT}`], "draft.html");
  for (const form of [formOf({ text: DRAFT }), new URLSearchParams({ text: DRAFT }), formOf({ file })]) {
    const { status, html } = await sendForm(form);
    expect([status, html]).toEqual([
      200,
      expect.stringContaining("2 citations and 2 quotations: 3 confirmed"),
    ]);
    expect(html).toContain('<a href="/cases/1/"><bdi>Case 1</bdi></a>');
    expect(html).toContain("body not available");
  }
});

test("a form gets its text back as it was typed", async () => {
  const { html } = await sendForm(formOf({ text: "See *Case 1 v. State*, 1 Ill. 1.\n\n> x" }));
  expect(html).toContain("\nSee *Case 1 v. State*, 1 Ill. 1.\n\n&gt; x</textarea>");
  expect(html).toContain("See Case 1 v. State, ");
});

test.each([
  ["no text", formOf({ text: " " }), 400, "Enter a text or choose a file."],
  ["too much text", formOf({ text: "a".repeat(1024 * 1024 + 1) }), 413, "is larger than"],
  ["a form that is too large", formOf({ text: "a".repeat(5 * 1024 * 1024) }), 413, "is larger than"],
  ["a PDF that is none", formOf({ file: new File(["%PDF-1.4"], "a.txt") }), 400, "Cannot read draft"],
])("%s gets the form with the reason", async (_, form, status, message) => {
  const answer = await sendForm(form);
  expect(answer).toEqual({ status, html: expect.stringContaining(message) });
  expect(answer.html).toContain('aria-describedby="wrong-text"');
});

test("a form that is malformed gets the form", async () => {
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"]) {
    const answer = await post("nonsense", type);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("malformed")]);
  }
});

test("GET is the form, also without the slash and with a question; other methods are refused", async () => {
  const page = await (await fetch(`${served.url}/check?x=1`)).text();
  expect(page).toContain('<textarea id="check-text" name="text"');
  expect((await fetch(`${served.url}/check`, { redirect: "manual" })).status).toBe(301);
  const home = await (await fetch(`${served.url}/`)).text();
  expect(home).toContain('<a href="/check/">Check the citations and quotations</a>');
});

test("a draft is in no file and no log, also if it cannot be read, and the page says so", async () => {
  const secret = "Zweifelhaftingen";
  const cited = `${secret} v. State, 1 Ill. 1.`;
  const form = new FormData();
  form.set("text", cited);
  const sent = [
    post(cited),
    post(`<p>${cited}`, "text/html"),
    post(pdfOf(`BT /F1 12 Tf 72 700 Td (${cited}) Tj ET`), PDF),
    post(await docxOf(cited), DOCX),
    post(Buffer.concat([Buffer.from(`${cited}\0`), Buffer.from([0xff])])),
    fetch(`${served.url}/check/`, { method: "POST", body: form }),
  ];
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 200]);
  const page = await answers[5]?.text();
  expect(page).toContain(secret);
  expect(page).toContain("The text is not stored: no file and no log of this service has it.");
  for (const { ok, headers } of answers)
    if (ok) expect(headers.get("cache-control")).toBe("private, no-store");
  expect(JSON.stringify(served.events)).not.toContain(secret);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const written = files.filter((path) => statSync(path).isFile());
  expect(written.length).toBeGreaterThan(1);
  expect(written.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
});
