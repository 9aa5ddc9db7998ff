/** faults, H9 and H10: what lies in the corpus runs nowhere, and leads the service nowhere. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { COURT, oneCase, textBody, xmlBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const SCRIPTS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  '<iframe src="data:text/html,<script>alert(1)</script>">',
  '</title><base href="//evil.example/">',
  '<p style="position:fixed" id="body">x</p>',
];
const HOSTILE = SCRIPTS.join(" ");
const IN_XML = HOSTILE.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const folder = keptFolder();
const elsewhere = await startScriptedServer({});

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "stored.db");
  const names = { name: HOSTILE, name_abbreviation: `mill ${HOSTILE}`, docket_number: HOSTILE };
  const court = { ...COURT, name: HOSTILE };
  const image = `<img src="${elsewhere.url}/a.png"/><a href="javascript:alert(1)">x</a>`;
  const opinion = `<opinion type="majority"><p id="b1">mill ${IN_XML} ${image}</p></opinion>`;
  makeCorpus(
    [
      oneCase(1, { ...names, court, casebody: textBody(`mill ${HOSTILE}`, HOSTILE) }),
      oneCase(2, { ...names, court, casebody: xmlBody(opinion) }),
    ],
    corpusPath,
  );
  return { corpusPath };
});

/** Tags and attributes that act; text that only shows them is escaped, and `data-href` leads nowhere. */
const ACTIVE =
  /<(script|svg|iframe|base|style|object|embed)\b|<[^>]*\s(on\w+|style)\s*=|<[^>]*\s(href|src|action)\s*=[\s"']*(javascript|data:text|https?):/i;

test.each(["", "?full_case=true", "?full_case=true&body_format=xml", "?search=mill&preview=true"])(
  "H9: /v1/cases/%s carries stored scripts as data, of a type that no browser runs",
  async (query) => {
    const { status, headers, text } = await ask(`${served.url}/v1/cases/${query}`);
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "application/json" });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(JSON.parse(text).results[0].name).toBe(HOSTILE);
  },
);

test("H9: html is sanitised", async () => {
  const { json } = await ask(`${served.url}/v1/cases/2/?full_case=true&body_format=html`);
  expect(json?.casebody).toMatchObject({ status: "ok", data: expect.stringContaining("mill") });
  expect(JSON.stringify(json?.casebody).replaceAll('\\"', '"')).not.toMatch(ACTIVE);
});

test("H9: a preview holds no tag but its own em", async () => {
  const { json } = await ask(`${served.url}/v1/cases/?search=mill&preview=true`);
  const results = Array.isArray(json?.results) ? json.results : [];
  const fragments = results.flatMap(({ preview }) => preview);
  expect(fragments.length).toBeGreaterThan(0);
  const rest = fragments.join("").replace(/<em class="search_highlight">|<\/em>/g, "");
  expect(rest).not.toMatch(/[<>]/);
});

test("H10: addresses in parameters and bodies are not followed: the service opens no connection", async () => {
  const url = encodeURIComponent(`${elsewhere.url}/x`);
  const paths = [
    ...["cite", "name", "search", "cursor", "author", "cites_to", "jurisdiction"].map(
      (name) => `/v1/cases/?full_case=true&body_format=html&${name}=${url}`,
    ),
    `/v1/cases/${url}/`,
    "/v1/cases/2/?full_case=true&body_format=html",
  ];
  for (const path of paths) {
    const headers = { Referer: elsewhere.url, "X-Forwarded-Host": new URL(elsewhere.url).host };
    const { status, headers: answered } = await ask(served.url + path, { headers });
    expect([200, 302, 400, 404]).toContain(status);
    expect(answered.get("location") ?? served.url).toContain(served.url);
  }
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});
