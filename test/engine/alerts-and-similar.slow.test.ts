/** Similar cases, words by year, citations in a text, and alerts, answered by a search engine as by the corpus file. */
import { expect, test } from "vitest";
import { markOf, matchesOf, newsOf } from "../../src/alerts/news.ts";
import { CorpusSnapshot, openCorpus } from "../../src/corpus/open-corpus.ts";
import { publishCorpus } from "../../src/engine/publish/publish.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { addTo } from "../alerts/alerting.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { engineFiles, startEngine } from "../support/engine.ts";
import { bulkCase, bulkCases, textBody } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";

const TOPICS = [
  "riparian",
  "easement",
  "mortgage",
  "larceny",
  "usury",
  "trespass",
  "bailment",
  "escheat",
  "seisin",
];

const files = await engineFiles();
const engine = files === null ? null : await startEngine(files);

test.skipIf(engine === null)("similar cases are those of the corpus file, in the same order", async () => {
  if (engine === null) return;
  const records = Array.from({ length: 40 }, (_, at) => {
    const words = TOPICS.filter((_word, index) => (at * 7 + index * index * 3) % 11 === 0);
    const cites = [(at * 5) % 40, (at * at) % 40, (at * 3) % 7].map((id) => `see 1 Ill. ${id + 1};`);
    return bulkCase(at + 1, { casebody: textBody([...words, ...cites].join(" ")) });
  });
  const path = makeCorpus(records);
  const location = engine.location("similar");
  await publishCorpus(path, { engine: location, mode: "update", shape: { shards: 2, replicas: 0 } });
  using file = openCorpus(path);
  using published = openCorpus(openEngine(location));
  let found = 0;
  for (let id = 1; id <= records.length; id++) {
    expect(published.similar(id)).toEqual(file.similar(id));
    found += file.similar(id)?.similar.length ?? 0;
  }
  expect(found).toBeGreaterThan(100);
});

test.skipIf(engine === null)("ngrams and resolve answer as the corpus file does", async () => {
  if (engine === null) return;
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
  const location = engine.location("ngrams");
  await publishCorpus(path, { engine: location, mode: "update", shape: { shards: 2, replicas: 0 } });
  using file = openV1(path);
  using published = openV1(openEngine(location));
  let found = 0;
  for (const access of ["owner", "anyone", "public"] as const) {
    for (const word of TOPICS) {
      for (const q of [word, `${word} and`, `${word} *`, `api(search=${word}&cites_to=1 Ill. 9)`]) {
        const question = { q, jurisdiction: ["*"], year: [1910, 1912, 1913] };
        const answer = file.as(access).ngrams(question);
        expect(published.as(access).ngrams(question)).toEqual(answer);
        found += answer.count;
      }
    }
  }
  expect(found).toBeGreaterThan(50);
  const text = { q: "See 1 Ill. 1; 1 Ill. 30, and 9 Ill. 9." };
  expect(published.resolve(text)).toEqual(file.resolve(text));
  expect(Object.keys(file.resolve(text))).toEqual(["1 Ill. 1", "1 Ill. 30", "9 Ill. 9"]);
});

test.skipIf(engine === null)("an alert has the same matches, mark and news", async () => {
  if (engine === null) return;
  const folder = tempFolder();
  const path = makeCorpus(bulkCases(1, 3));
  const alert = await addTo(folder, path, { question: [["search", "all"]], reports: "new and changed" });
  using writer = openTestWriter(path);
  importRecords(writer, { records: bulkCases(1, 6), release: "2021-01-01" });
  const location = engine.location("alerts");
  await publishCorpus(path, { engine: location, mode: "update", shape: { shards: 1, replicas: 0 } });
  using file = new CorpusSnapshot(path);
  using published = new CorpusSnapshot(openEngine(location));
  expect(matchesOf(alert.question, published)).toEqual(matchesOf(alert.question, file));
  expect(markOf(published)).toEqual(markOf(file));
  expect(newsOf(alert, published)).toEqual(newsOf(alert, file));
  expect(newsOf(alert, published)).toMatchObject({ fresh: [4, 5, 6], changed: [], note: null });
});
