/** Decisions that are blocked at CourtListener: a service, its pages and its tools answer as if the corpus had never had them. */
import { expect, test } from "vitest";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { withoutBlocked } from "../../src/corpus/without-blocked.ts";
import { openCorpusFile } from "../../src/store/read/corpus-reader.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { corpusOfRuns, importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const TEXTS = ["see 1 Ill. 2 and 1 Ill. 5", "secret mill, 1 Ill. 1", "mill dam 1 Ill. 2", "secret", "mill"];
const BLOCKED = [2, 4];

/** What decisions say of the last one. */
function saidOf(id: number, by: readonly number[]): object {
  const texts = by.map((other) => ({
    text: `holding ${other === 3 ? "that it turns" : "nothing"}`,
    case_id: other,
  }));
  return id === TEXTS.length ? { parentheticals: texts } : {};
}

/** @param by decisions that say something of the last one */
function record(id: number, more = {}, by = [2, 3]): Record<string, unknown> {
  const listener = { cluster_ids: [700 + id], precedential_status: "published", citations: [] };
  return bulkCase(id, {
    decision_date: `19${10 + id}-02-03`,
    casebody: textBody(TEXTS[id - 1] ?? ""),
    courtlistener: BLOCKED.includes(id) ? { ...listener, blocked: true } : { ...listener, ...saidOf(id, by) },
    ...more,
  });
}

const IDS = TEXTS.map((_, at) => at + 1);
const folder = keptFolder();
const path = `${folder}/all.db`;
const served = serviceOfFile(async () => ({
  corpusPath: corpusOfRuns([{ records: IDS.map((id) => record(id)) }], path),
}));
const seen = makeCorpus(
  IDS.filter((id) => !BLOCKED.includes(id)).map((id) => record(id, {}, [3])),
  `${folder}/seen.db`,
);

test.each([
  ["cases", "count=exact&facet=decision_date&facet=court&facet=jurisdiction"],
  ["cases", "search=mill&full_case=true&facet=reporter"],
  ["cases", "search=secret"],
  ["cases", "cite=1+Ill.+2"],
  ["cases", "cites_to=2"],
  ["cases", "cites_to=1+Ill.+2"],
  ["cases", "cites_to__search=secret"],
  ["cases", "cited_by=2"],
  ["cases", "cited_by=1"],
  ["cases", "precedential_status=published&ordering=-id"],
  ["cases", "ordering=random&seed=3"],
  ["cases", "id__in=1&id__in=2"],
  ["cases", "format=csv"],
  ["citations", ""],
  ["citations", "case_id=2"],
  ["citations", "page_size=1"],
  ["resolve", "q=1+Ill.+2,+1+Ill.+3,+cl:702"],
  ["ngrams", "q=secret"],
  ["jurisdictions", ""],
])("H16: /v1/%s/?%s has no trace of them", async (name, query) => {
  using v1 = openV1(seen, { baseUrl: served.url });
  const answer = await fetch(`${served.url}/v1/${name}/?${query}`);
  expect(answer.status).toBe(200);
  const question = new URLSearchParams(query);
  const wanted = query.includes("format=csv")
    ? [...v1.csv("cases")].join("")
    : JSON.stringify(
        name === "resolve" || name === "ngrams" ? v1[name](question) : v1.list(name as "cases", question),
      );
  expect(await answer.text()).toBe(wanted);
});

test.each([
  "/v1/cases/2/",
  "/v1/cases/2/similar/",
  "/v1/cases/2/treatment/",
  "/cases/2/",
  "/v1/cases/9000000000702/",
  "/v1/citations/2/",
])("H16: %s is not found", async (address) => {
  expect((await fetch(served.url + address)).status).toBe(404);
});

test("H16: the root of all texts is the only trace, and says nothing of them", async () => {
  const answer = await fetch(`${served.url}/v1/`);
  const { text_root, ...addresses } = JSON.parse(await answer.text());
  using v1 = openV1(path);
  expect(text_root).toBe(v1.stats().text_root);
  expect(text_root).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(addresses)).toContain("cases");
});

test("H16: what a blocked decision says of another is left out", async () => {
  const answer = await fetch(`${served.url}/v1/cases/5/`);
  const said = [{ text: "holding that it turns", case_id: 3 }];
  expect(await answer.json()).toMatchObject({ courtlistener: { parentheticals: said } });
});

test.each(["/v1/cases/1%20Ill.%202/", "/v1/cases/cl:702/", "/cases/?search=secret", "/"])(
  "H16: %s does not show them",
  async (address) => {
    const answer = await fetch(served.url + address);
    expect(await answer.text()).not.toMatch(/Case [24]\b/);
  },
);

test("H16: what is known before it is blocked is removed for those who keep a copy; totals have none of it", () => {
  const changed = `${tempFolder()}/changed.db`;
  using writer = openTestWriter(changed);
  importRecords(writer, { records: [record(1), record(2), record(3)], release: "2020-01-01" });
  const blocked = { courtlistener: { cluster_ids: [703], blocked: true } };
  importRecords(writer, { records: [record(1), record(2), record(3, blocked)], release: "2020-02-01" });
  using corpus = openCorpus(withoutBlocked(openCorpusFile(changed)));
  const span = { since: 0, until: corpus.lastChange() };
  const told = (changes: Iterable<{ kind: string; caseId: number }>): string[] =>
    [...changes].map(({ kind, caseId }) => `${kind} ${caseId}`);
  expect(told(corpus.changes(span, 9))).toEqual(["added 1", "removed 3"]);
  expect(told(corpus.changes(span, 1))).toEqual(["added 1"]);
  expect(told(corpus.netChanges({ ...span, since: 3 }))).toEqual(["removed 3"]);
  expect(corpus.stats("counted")).toMatchObject({ cases: 1, byJurisdiction: new Map([[29, 1]]) });
  expect(corpus.coverage().jurisdictions).toMatchObject([{ casesImported: 1 }]);
});

test("H16: the command line and the library show them, and say so", async () => {
  using v1 = openV1(path);
  expect(v1.case(2)?.courtlistener).toMatchObject({ blocked: true });
  const { stdout } = await runHere(["show", "2", "--db", path]);
  expect(stdout).toContain("Blocked      at CourtListener; a service does not show it");
});
