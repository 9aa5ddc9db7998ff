/**
 * A search engine answers as the corpus file does: the law of the query side, the suite of statements, orders, similar cases, words by
 * year, citations in a text, and alerts.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { markOf, matchesOf, newsOf } from "../../src/alerts/news.ts";
import { readJoinedBody } from "../../src/casebody/read-body.ts";
import { CorpusSnapshot, openCorpus } from "../../src/corpus/open-corpus.ts";
import { withoutBlocked } from "../../src/corpus/without-blocked.ts";
import { CLUSTER_IDS } from "../../src/domain/case-id.ts";
import { normaliseCitation } from "../../src/domain/citation.ts";
import type { EngineLocation } from "../../src/domain/corpus-source.ts";
import { publishCorpus } from "../../src/engine/publish/publish.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { openCorpusFile } from "../../src/store/read/corpus-reader.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { addTo } from "../alerts/alerting.ts";
import { type Client, openClient } from "../conformance/client.ts";
import { sampleCorpus, TOKEN } from "../conformance/sample-corpus.ts";
import { judge } from "../conformance/statement.ts";
import { STATEMENTS } from "../conformance/statements.ts";
import { checkQuestion } from "../corpus/check-question.ts";
import { indexedQuestion, records } from "../corpus/made-records.ts";
import { serviceOfFile } from "../http/serving.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { fuzzing, sweep } from "../support/fuzz.ts";
import { bulkCase, bulkCases, textBody } from "../support/records.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import { isThere, placeOf, run } from "./one-node.ts";

/** `CASELAW_FUZZ=10` asks 240 questions of 20 corpora. */
const [CORPORA, QUESTIONS] = [2, 12] as const;

const TOPICS = "riparian easement mortgage larceny usury trespass bailment escheat seisin".split(" ");

const folder = keptFolder();

async function publish(path: string, index: string, shards = 2): Promise<EngineLocation> {
  const location = placeOf(index);
  await publishCorpus(path, { engine: location, mode: "update", shape: { shards, replicas: 0 } });
  return location;
}

run("list answers every question as a brute-force reading does, forth and back", async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.array(indexedQuestion, { minLength: QUESTIONS, maxLength: QUESTIONS }),
      async (lines, questions) => {
        const path = makeCorpus(lines);
        const location = await publish(path, `made${++made}`, (made % 3) + 1);
        using corpus = openV1(openEngine(location));
        for (const asked of questions) checkQuestion(corpus, lines, asked);
        using file = openV1(path);
        const cites = lines.flatMap(({ citations }) => citations.map(({ cite }) => normaliseCitation(cite)));
        for (const volume of new Set(cites.map((cite) => cite.replace(/\d+$/, ""))))
          expect([volume, corpus.corpus.idsByVolume(volume)]).toEqual([
            volume,
            file.corpus.idsByVolume(volume),
          ]);
      },
    ),
    // each smaller example would need three more indices, until the engine refuses them and hides the first failure
    { ...fuzzing(CORPORA), seed: 11, endOnFailure: true },
  );
  expect(made).toBeGreaterThanOrEqual(CORPORA);
});

run("H16: without blocked decisions, all answers are those of the file", async () => {
  const made = Array.from({ length: 30 }, (_, at) => {
    const courtlistener = {
      cluster_ids: [at],
      precedential_status: at % 2 === 0 ? "published" : "in chambers",
    };
    const text = textBody(`mill 1 Ill. ${(at * 7) % 30}`);
    return bulkCase(at + 1, {
      casebody: text,
      courtlistener: { ...courtlistener, ...(at % 5 === 0 ? { blocked: true } : {}) },
    });
  });
  const [first, again] = [1, 2].map((at) =>
    bulkCase(CLUSTER_IDS + at, { citations: [{ type: "official", cite: "1 Ill. 3" }] }),
  );
  const path = makeCorpus([...made, first, again]);
  const location = await publish(path, "blocked");
  using file = openV1(withoutBlocked(openCorpusFile(path, { readBody: readJoinedBody })), {
    unknownParameters: "ignored",
  });
  using published = openV1(withoutBlocked(openEngine(location)), { unknownParameters: "ignored" });
  expect(published.list("cases").count).toBe(26);
  for (const of of ["cases", "citations"] as const)
    for (const query of [
      "",
      "page_size=7",
      "cite=1+Ill.+1",
      "precedential_status=In-Chambers",
      "cites_to=1",
      "search=mill",
    ]) {
      const [one, other] = [
        file.list(of, new URLSearchParams(query)),
        published.list(of, new URLSearchParams(query)),
      ];
      expect([of, query, other.count, other.results]).toEqual([of, query, one.count, one.results]);
    }
  expect(published.stats()).toMatchObject({ totals: { cases: 26 } });
  expect(published.case(1)).toBeNull();
  expect(published.cites(8)).toEqual(file.cites(8));
  const courts = [{ by: "court" }, { court: "ill-1" }].map((asked) => {
    const [one, other] = [file, published].map((v1) => v1.coverage(asked));
    expect([other?.courts, other?.last_decision]).toEqual([one?.courts, one?.last_decision]);
    return other?.courts;
  });
  expect(courts).toMatchObject([
    [{ slug: "ill-1", cases: 26, courtlistener: 2 }],
    [{ quarters: [{ quarter: "1901-Q1" }] }],
  ]);
  expect(published.corpus.casesApart().count).toBe(3);
  expect(published.corpus.casesApart()).toEqual(file.corpus.casesApart());
});

run("similar cases are those of the corpus file, in the same order", async () => {
  const records = Array.from({ length: 40 }, (_, at) => {
    const words = TOPICS.filter((_word, index) => (at * 7 + index * index * 3) % 11 === 0);
    const cites = [(at * 5) % 40, (at * at) % 40, (at * 3) % 7].map((id) => `see 1 Ill. ${id + 1};`);
    return bulkCase(at + 1, { casebody: textBody([...words, ...cites].join(" ")) });
  });
  const path = makeCorpus(records);
  const location = await publish(path, "similar");
  using file = openCorpus(path);
  using published = openCorpus(openEngine(location));
  let found = 0;
  const ids = records.map((_, at) => at + 1);
  for (const id of sweep(ids, 8)) {
    expect(published.similar(id)).toEqual(file.similar(id));
    found += file.similar(id)?.similar.length ?? 0;
  }
  expect(found).toBeGreaterThan(20);
});

run("ngrams and resolve answer as the corpus file does", async () => {
  const closed = { id: 30, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
  const records = Array.from({ length: 30 }, (_, at) =>
    bulkCase(at + 1, {
      decision_date: `19${10 + (at % 7)}-02-03`,
      ...(at % 4 === 0 ? { jurisdiction: closed } : {}),
      ...(at % 3 === 0 ? { analysis: { word_count: at } } : {}),
      casebody: textBody(`${TOPICS[at % 9]} and ${TOPICS[(at * 2) % 9]}; ${TOPICS[at % 9]} see 1 Ill. ${at}`),
    }),
  );
  const path = makeCorpus(records);
  const location = await publish(path, "ngrams");
  using file = openV1(path);
  using published = openV1(openEngine(location));
  let found = 0;
  for (const access of ["owner", "anyone", "public"] as const) {
    for (const word of sweep(TOPICS, 2)) {
      for (const q of [word, `${word} and`, `${word} *`, `api(search=${word}&cites_to=1 Ill. 9)`]) {
        const question = { q, jurisdiction: ["*"], year: [1910, 1912, 1913] };
        const answer = file.as(access).ngrams(question);
        expect(published.as(access).ngrams(question)).toEqual(answer);
        found += answer.count;
      }
    }
  }
  expect(found).toBeGreaterThan(10);
  const text = { q: "See 1 Ill. 1; 1 Ill. 30, and 9 Ill. 9." };
  expect(published.resolve(text)).toEqual(file.resolve(text));
  expect(Object.keys(file.resolve(text))).toEqual(["1 Ill. 1", "1 Ill. 30", "9 Ill. 9"]);
});

run("citations are paged forth and back as in the corpus file", async () => {
  const records = Array.from({ length: 12 }, (_, at) => {
    const cites = Array.from({ length: at % 4 }, (_, nth) => ({
      type: "official",
      cite: `${at} Ill. ${nth}`,
    }));
    return bulkCase(at + 1, { citations: cites });
  });
  const path = makeCorpus(records);
  using file = openV1(path);
  using published = openV1(openEngine(await publish(path, "citations")));
  const pagesOf = (v1: V1): unknown[] => {
    const pages: unknown[] = [];
    const step = (link: "next" | "previous", from: string | null): string | null => {
      const query = from === null ? { page_size: 4 } : new URL(from, "http://localhost").searchParams;
      const page = v1.list("citations", query);
      pages.push([page.count, page.results.map(({ cite }) => cite)]);
      return page[link] === null ? (from ?? "") : step(link, page[link]);
    };
    step("previous", step("next", null));
    return pages;
  };
  expect(pagesOf(published)).toEqual(pagesOf(file));
  expect(pagesOf(file)).toHaveLength(10);
});

run("an alert has the same matches, mark and news", async () => {
  const folder = tempFolder();
  const path = makeCorpus(bulkCases(1, 3));
  const alert = await addTo(folder, path, { question: [["search", "all"]], reports: "new and changed" });
  using writer = openTestWriter(path);
  importRecords(writer, { records: bulkCases(1, 6), release: "2021-01-01" });
  const location = await publish(path, "alerts", 1);
  using file = new CorpusSnapshot(path);
  using published = new CorpusSnapshot(openEngine(location));
  expect(matchesOf(alert.question, published)).toEqual(matchesOf(alert.question, file));
  expect(markOf(published)).toEqual(markOf(file));
  expect(newsOf(alert, published)).toEqual(newsOf(alert, file));
  expect(newsOf(alert, published)).toMatchObject({ fresh: [4, 5, 6], changed: [], note: null });
});

/** Of a service that has the sample in the engine only. */
let options = {
  ...{ corpusPath: join(folder, "no.db"), dataFolder: "", tokensFile: "" },
  corpus: placeOf("sample"),
};
let corpusPath = "";
let client: Client | undefined;

async function publishSample() {
  const sample = await sampleCorpus(folder);
  corpusPath = sample.corpusPath;
  await publish(corpusPath, "sample");
  options = { ...options, ...sample, corpusPath: options.corpusPath };
  return options;
}

const served = isThere ? serviceOfFile(publishSample) : { url: "" };
const second = isThere ? serviceOfFile(async () => options) : { url: "" };

/** Without those that are decided before the corpus is asked. */
const ASKING = STATEMENTS.filter(({ id }) => !/^(?:refuse|header|method|cursor|token)-/.test(id));

run.each(ASKING.map((statement) => [statement.id, statement] as const))(
  "%s holds of an engine",
  async (_, statement) => {
    client ??= openClient(served.url, TOKEN);
    const { result, found } = await judge(statement, client);
    expect({ result, found }).toEqual({ result: "ok", found: "" });
  },
);

run("two services answer the same bytes, and name the change that is in them", async () => {
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
});

/** Words from common to rare, phrases, a prefix, and several of these. */
const SEARCHES = [
  ...["court", "mill", "appell*", '"the court"', '"of the" court', "court judgment", "plaintiff | defendant"],
  ...["court -judgment", "judgment (mill | water)", "smith", "appeal evidence contract"],
];

run("by relevance the engine orders as the corpus file does", () => {
  using file = openV1(corpusPath, { access: "owner" });
  using published = openV1(openEngine(options.corpus), { access: "owner" });
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

/** Of terms and connectors, those that the engine answers, and those that it refuses. */
const CONNECTORS = [
  ...["mill! AND dam NOT NAME(state)", "(mill or water) /8 dam", "mill +20 dam", "mill w/seg water"],
  ...[
    "COURT(supreme) & DATE(bef 1860) & mill",
    "AU(holmes) or CI(61 Frankl. 33) or DN(101)",
    "NOT DATE(aft 1850)",
  ],
];
const REFUSED = ["mi?l", "#dam", "ATLEAST2(mill)", '"mill da!"', "mill /s dam", "mil! /5 dam"];

run("terms and connectors find the cases of the corpus file, or are refused", () => {
  using file = openV1(corpusPath, { access: "owner" });
  using published = openV1(openEngine(options.corpus ?? { urls: [] }), { access: "owner" });
  const idsIn = (v1: V1, search: string) =>
    v1
      .list("cases", { search, search_syntax: "connectors", ordering: "id", page_size: 500 })
      .results.map(({ id }) => id);
  for (const search of CONNECTORS) {
    const wanted = idsIn(file, search);
    expect([search, wanted.length > 0]).toEqual([search, true]);
    expect([search, idsIn(published, search)]).toEqual([search, wanted]);
  }
  for (const search of REFUSED) expect(() => idsIn(published, search), search).toThrow(/search engine/);
  const sentence = "May a miller raise the water of his dam to the injury of the land above?";
  const asked = { search: sentence, match: "any" };
  const [first] = file.list("cases", asked).results;
  // by the score of the case, not of its passage
  expect(published.list("cases", asked).results.map(({ id }) => id)).toContain(first?.id);
});

run("a seed gives the engine the order of the corpus file", () => {
  using file = openV1(corpusPath, { access: "owner" });
  using published = openV1(openEngine(options.corpus), { access: "owner" });
  for (const seed of [0, 5, 2 ** 40]) {
    const asked = { ordering: "random", seed, page_size: 50 };
    const [wanted, found] = [file, published].map((v1) =>
      v1.list("cases", asked).results.map(({ id }) => id),
    );
    expect(found).toEqual(wanted);
  }
});
