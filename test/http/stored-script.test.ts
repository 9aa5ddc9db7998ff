/** docs/faults.md, "H9" and "H10": what lies in the corpus runs nowhere, and leads the service nowhere. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { staticCase } from "../support/records.ts";
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
/** What only HTML can hold: each tag whole, so that none of them hides the next. */
const HOSTILE_TAGS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
  '<a href="javascript:alert(1)">x</a><a href=" java\tscript:alert(1)">x</a>',
  '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<title>x</title><base href="//evil.example/"><a href="//evil.example/">x</a>',
  "<style>body{display:none}</style><link rel=stylesheet href=//evil.example/x.css>",
  '<p style="position:fixed" id="body" onclick="alert(1)">shown</p>',
  '<form action="//evil.example/"><input autofocus onfocus=alert(1)></form>',
  '<object data="x.swf"></object><embed src="x.swf"><meta http-equiv=refresh content="0;url=//evil.example">',
  "<!--><img src=x onerror=alert(1)>--><math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
];
const IN_XML = HOSTILE.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function staticPage(inner: string): string {
  const [head, tail] = [
    '<section class="casebody"><section class="head-matter"><p>mill</p></section>',
    "</section>",
  ];
  return `${head}<article class="opinion" data-type="majority"><p>mill ${inner}</p><p>the end</p></article>${tail}`;
}

const folder = keptFolder();
const elsewhere = await startScriptedServer({});

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "stored.db");
  const names = { name: HOSTILE, name_abbreviation: `mill ${HOSTILE}`, docket_number: HOSTILE };
  const court = { ...COURT, name: HOSTILE };
  const image = `<img src="${elsewhere.url}/a.png"/><a href="javascript:alert(1)">x</a>`;
  const opinion = `<opinion type="majority"><p id="b1">mill ${IN_XML} ${image}</p></opinion>`;
  using writer = openTestWriter(corpusPath);
  const records = [
    oneCase(1, { ...names, court, casebody: textBody(`mill ${HOSTILE}`, HOSTILE) }),
    oneCase(2, { ...names, court, casebody: xmlBody(opinion) }),
  ];
  importRecords(writer, { records });
  const site = { records: [staticCase(3, { ...names, name: HOSTILE })], unit: "site" };
  importRecords(writer, { ...site, html: { 3: staticPage(`${HOSTILE_TAGS.join(" ")} ${image}`) } });
  return { corpusPath };
});

/** Tags and attributes that act; text that only shows them is escaped, and `data-href` leads nowhere. */
const ACTIVE =
  /<(script|svg|iframe|base|style|object|embed)\b|<[^>]*\s(on\w+|style)\s*=|<[^>]*\s(href|src|action)\s*=[\s"']*(javascript|data:text|https?):/i;

/** A tag that leads to, or loads from, another host. */
const OTHER_HOST = /<[^>]*\s(href|src|action)\s*=[\s"']*\/\//i;

test.each(["", "?full_case=true", "?full_case=true&body_format=xml", "?search=mill&preview=true"])(
  "H9: /v1/cases/%s carries stored scripts as data, of a type that no browser runs",
  async (query) => {
    const { status, headers, text } = await ask(`${served.url}/v1/cases/${query}`);
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "application/json" });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(JSON.parse(text).results[0].name).toBe(HOSTILE);
  },
);

test.each([
  ["made from XML", 2],
  ["of the static site", 3],
])("H9: html %s is sanitised", async (_, id) => {
  const { headers, json } = await ask(`${served.url}/v1/cases/${id}/?full_case=true&body_format=html`);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(json?.casebody).toMatchObject({ status: "ok", data: expect.stringContaining("mill") });
  expect(JSON.stringify(json?.casebody).replaceAll('\\"', '"')).not.toMatch(ACTIVE);
  expect(JSON.stringify(json?.casebody).replaceAll('\\"', '"')).not.toMatch(OTHER_HOST);
});

test("H9: html of the static site keeps what is shown behind the hostile parts", async () => {
  const { json } = await ask(`${served.url}/v1/cases/3/?full_case=true&body_format=html`);
  const html = JSON.stringify(json?.casebody).replaceAll('\\"', '"');
  expect(html).toContain('<article class="opinion" data-type="majority">');
  expect(html).toContain("shown");
  expect(html).toContain("<p>the end</p></article></section>");
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
