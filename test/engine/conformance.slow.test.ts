/** The suite of statements against services that answer from a search engine, on the sample. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishCorpus } from "../../src/engine/publish/publish.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { openClient } from "../conformance/client.ts";
import { sampleCorpus, TOKEN } from "../conformance/sample-corpus.ts";
import { judge } from "../conformance/statement.ts";
import { STATEMENTS } from "../conformance/statements.ts";
import { serviceOfFile } from "../http/serving.ts";
import { engineFiles, startEngine } from "../support/engine.ts";
import { keptFolder } from "../support/temp-folder.ts";

const folder = keptFolder();
const files = await engineFiles();
const engine = files === null ? null : await startEngine(files);
const location = engine?.location("sample");
let corpusPath = "";

/** Of a service that has the sample in the engine only. */
let options = {
  ...{ corpusPath: join(folder, "no.db"), dataFolder: "", tokensFile: "" },
  ...(location === undefined ? {} : { corpus: location }),
};

async function publishSample() {
  const sample = await sampleCorpus(folder);
  corpusPath = sample.corpusPath;
  if (location !== undefined)
    await publishCorpus(corpusPath, { engine: location, mode: "update", shape: { shards: 2, replicas: 0 } });
  options = { ...options, ...sample, corpusPath: options.corpusPath };
  return options;
}

const served = engine === null ? { url: "" } : serviceOfFile(publishSample);
const second = engine === null ? { url: "" } : serviceOfFile(async () => options);

test.skipIf(engine === null).each(STATEMENTS.map((statement) => [statement.id, statement] as const))(
  "%s holds of an engine",
  async (_, statement) => {
    const { result, found } = await judge(statement, openClient(served.url, TOKEN));
    expect({ result, found }).toEqual({ result: "ok", found: "" });
  },
);

test.skipIf(engine === null)(
  "two services answer the same bytes, and name the change that is in them",
  async () => {
    for (const path of [
      "/v1/cases/?search=court&page_size=20",
      "/v1/cases/?full_case=true&ordering=-decision_date&page_size=5",
      "/v1/courts/",
      "/?q=trover",
      "/browse/",
    ]) {
      const [one, other] = await Promise.all([served, second].map(({ url }) => fetch(url + path)));
      const texts = await Promise.all([one, other].map(async (answer) => (await answer?.text()) ?? ""));
      const [first, again] = texts.map((text) => text.replaceAll(served.url, "").replaceAll(second.url, ""));
      expect([path, one?.status, first]).toEqual([path, 200, again]);
      expect(Number(one?.headers.get("X-Corpus-Change"))).toBeGreaterThan(0);
    }
    const metrics = await (await fetch(`${served.url}/metrics`)).text();
    expect(Number(/^caselaw_engine_requests_total (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(100);
  },
);

/** Words from common to rare, phrases, a prefix, and several of these. */
const SEARCHES = [
  ...["court", "mill", "appell*", '"the court"', '"of the" court', "court judgment", "plaintiff | defendant"],
  ...["court -judgment", "judgment (mill | water)", "smith", "appeal evidence contract"],
];

test.skipIf(engine === null)("by relevance the engine orders as the corpus file does", () => {
  if (location === undefined) return;
  using file = openV1(corpusPath, { access: "owner" });
  using published = openV1(openEngine(location), { access: "owner" });
  for (const first of [10, 100]) {
    const shares = SEARCHES.map((search) => {
      const [wanted = [], shown = []] = [file, published].map((v1) =>
        v1.list("cases", { search, page_size: first }).results.map(({ id }) => id),
      );
      return [search, wanted.filter((id) => shown.includes(id)).length / wanted.length] as const;
    });
    expect(shares.filter(([, share]) => share < 0.9)).toEqual([]);
    expect(shares.reduce((sum, [, share]) => sum + share, 0) / shares.length).toBeGreaterThan(0.97);
  }
});

test.skipIf(engine === null)("a seed gives the engine the order of the corpus file", () => {
  if (location === undefined) return;
  using file = openV1(corpusPath, { access: "owner" });
  using published = openV1(openEngine(location), { access: "owner" });
  for (const seed of [0, 5, 2 ** 40]) {
    const asked = { ordering: "random", seed, page_size: 50 };
    const [wanted, found] = [file, published].map((v1) =>
      v1.list("cases", asked).results.map(({ id }) => id),
    );
    expect(found).toEqual(wanted);
  }
});
