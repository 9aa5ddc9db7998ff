/** What programs find without asking: robots.txt, llms.txt, the description of the search, the data and the one address of a case. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { robotsText } from "../../src/http/site-files.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const HOSTILE = 'A </script><script>alert(1)</script> & "B" v. <!-- C';

const served = serviceOfFile(async () => {
  const records = [
    oneCase(1, { first_page: "1", casebody: textBody("Head", "The mill dam.") }),
    oneCase(2, { name: HOSTILE, name_abbreviation: HOSTILE, court: { id: 1, slug: "c", name: HOSTILE } }),
  ];
  return { corpusPath: makeCorpus(records, join(keptFolder(), "files.db")) };
});

const [HERE, ELSEWHERE] = [{ isOnlyForThisMachine: true }, { isOnlyForThisMachine: false }];
const [OPEN, CLOSED] = [{ bodies: "for everyone" }, { bodies: "for credentials" }] as const;

test.each([
  ["open to other machines", { ...OPEN, ...ELSEWHERE, robots: null }, true],
  ["open on this machine only", { ...OPEN, ...HERE, robots: null }, false],
  ["with credentials", { ...CLOSED, ...ELSEWHERE, robots: null }, false],
  ["with credentials, and robots allowed", { ...CLOSED, ...ELSEWHERE, robots: "allow" }, true],
  ["open, and robots not allowed", { ...OPEN, ...ELSEWHERE, robots: "disallow" }, false],
] as const)("robots.txt of a service %s", (_name, service, isAllowed) => {
  const text = robotsText({ ...service, baseUrl: "https://law.example.org/cases" });
  expect(text.startsWith("User-agent: *\n")).toBe(true);
  expect(text.includes("Disallow: /\n")).toBe(!isAllowed);
  expect(text.includes("\nDisallow: /cases/v1/\n")).toBe(isAllowed);
});

test("a service for this machine keeps robots away, also from pages below the path of another host", async () => {
  expect(await (await fetch(`${served.url}/robots.txt`)).text()).toBe("User-agent: *\nDisallow: /\n");
  expect((await fetch(`${served.url}/`)).headers.get("x-robots-tag")).toBe("noindex");
});

test("every address in llms.txt is answered", async () => {
  const answer = await fetch(`${served.url}/llms.txt`);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toMatch(/^# caselaw\n\n> .+\n/);
  const addresses = [...text.matchAll(/\]\(([^)]+)\)|`(http[^`]+)`/g)]
    .map(([, link, code = ""]) => (link ?? code).replace("ID", "1"))
    .filter((address) => !address.endsWith("/mcp"));
  expect(addresses.length).toBeGreaterThan(9);
  for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
});

test("a browser finds the description of the search, and its address finds cases", async () => {
  const page = await (await fetch(`${served.url}/`)).text();
  const [, path] =
    /<link rel="search" type="application\/opensearchdescription\+xml" title="caselaw" href="([^"]+)">/.exec(
      page,
    ) ?? [];
  const answer = await fetch(served.url + path);
  expect(answer.headers.get("content-type")).toBe("application/opensearchdescription+xml; charset=utf-8");
  const text = await answer.text();
  const [, template = ""] = /type="text\/html" template="([^"]+)"/.exec(text) ?? [];
  const found = await fetch(template.replace("{searchTerms}", encodeURIComponent('"mill dam"')));
  expect(await found.text()).toContain('href="/cases/1/');
  const [, image = ""] = />(http[^<]+)<\/Image>/.exec(text) ?? [];
  expect((await fetch(image)).status).toBe(200);
});

test.each(["/cases/1/", "/cases/1/?search=mill", "/cases/1.txt", "/cases/1.bib", "/cases/1/?format=ris"])(
  "%s names the one address of the case",
  async (path) => {
    const { status, headers } = await fetch(served.url + path);
    expect(status).toBe(200);
    expect(headers.get("link")).toBe(`<${served.url}/cases/1/>; rel="canonical"`);
  },
);

test("a page that is missing, or not of one case, has no such address", async () => {
  for (const path of ["/cases/99/", "/cases/1/similar/", "/"])
    expect([path, (await fetch(served.url + path)).headers.get("link")]).toEqual([path, null]);
});

test("the page of a case says what it is in the words of schema.org, whatever the case is called", async () => {
  const dataOf = async (path: string) => {
    const html = await (await fetch(served.url + path)).text();
    const blocks = [...html.matchAll(/<script(?! src=)[^>]*>(.*?)<\/script>/gs)];
    expect(blocks).toHaveLength(1);
    return JSON.parse(blocks[0]?.[1] ?? "");
  };
  const address = `${served.url}/cases/1/`;
  expect(await dataOf("/cases/1/")).toEqual({
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    ...{ "@id": address, url: address, genre: "Court decision" },
    ...{
      name: "Case 1",
      alternateName: "Case 1 in full",
      identifier: ["1 Mass. 1"],
      dateCreated: "1901-01-02",
    },
    creator: { "@type": "GovernmentOrganization", name: "Supreme Judicial Court" },
    isPartOf: {
      ...{ "@type": "PublicationVolume", volumeNumber: "1" },
      isPartOf: { "@type": "Periodical", name: "Mass." },
    },
  });
  expect(await dataOf("/cases/2/")).toMatchObject({ name: HOSTILE });
});
