/** Cases and trends as files over HTTP: addresses, types and names, and who may take a closed text away. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { CLOSED, oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const records = [
    oneCase(1, { casebody: textBody("Head", "The mill dam.") }),
    oneCase(2, { jurisdiction: CLOSED, casebody: textBody("Head", "The mill pond.") }),
  ];
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, "# without tokens, a page is the owner's\n");
  return { corpusPath: makeCorpus(records, join(folder, "files.db")), tokensFile };
});

const get = (path: string): Promise<Response> => fetch(served.url + path, { redirect: "manual" });

test.each([
  ["/cases/1.bib", "application/x-bibtex; charset=utf-8", "bib"],
  ["/cases/1/?format=bibtex", "application/x-bibtex; charset=utf-8", "bib"],
  ["/cases/1.biblatex", "application/x-bibtex; charset=utf-8", "bib"],
  ["/cases/1.ris", "application/x-research-info-systems; charset=utf-8", "ris"],
  ["/cases/1/?format=csl", "application/vnd.citationstyles.csl+json; charset=utf-8", "csl"],
  ["/cases/1.txt", "text/plain; charset=utf-8", "txt"],
  ["/cases/1.md", "text/markdown; charset=utf-8", "md"],
])("%s is a file of the type %s", async (path, type, ending) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": type,
    "content-disposition": `attachment; filename="case-1.${ending}"`,
    "x-content-type-options": "nosniff",
  });
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
});

test.each([
  ["csv", "text/csv; charset=utf-8"],
  ["svg", "image/svg+xml"],
])("/trends/ with format=%s is a file; without a text or with a wrong value a page", async (format, type) => {
  const answer = await get(`/trends/?q=mill&format=${format}`);
  expect({ status: answer.status, headers: Object.fromEntries(answer.headers) }).toMatchObject({
    status: 200,
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="trends.${format}"`,
      "content-security-policy": expect.stringMatching(/^default-src 'none'/),
    },
  });
  const wrong = await get(`/trends/?q=mill&jurisdiction=x&format=${format}`);
  expect([wrong.status, wrong.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect((await get(`/trends/?format=${format}`)).status).toBe(404);
});

test("a closed text, an unknown case and an unknown ending are no files", async () => {
  expect((await get("/cases/2.txt")).status).toBe(403);
  expect((await get("/cases/2.bib")).status).toBe(200);
  expect((await get("/cases/9.bib")).status).toBe(404);
  expect((await get("/cases/1.exe")).headers.get("location")).toBe("/cases/1.exe/");
  expect((await get("/cases/1/?format=exe")).headers.get("content-type")).toBe("text/html; charset=utf-8");
});
