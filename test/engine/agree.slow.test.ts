/** The law of the query side, held by a search engine: the same answers as a brute-force reading of the same records. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseCitation } from "../../src/domain/citation.ts";
import { publishCorpus } from "../../src/engine/publish/publish.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { checkQuestion } from "../corpus/check-question.ts";
import { indexedQuestion, records } from "../corpus/made-records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { engineFiles, startEngine } from "../support/engine.ts";
import { fuzzing } from "../support/fuzz.ts";

/** `CASELAW_FUZZ=7` asks 2,100 questions of 70 corpora. */
const [CORPORA, QUESTIONS] = [6, 30] as const;

const files = await engineFiles();
const engine = files === null ? null : await startEngine(files);

test.skipIf(engine === null)(
  "list answers every question as a brute-force reading does, forth and back",
  async () => {
    if (engine === null) return;
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.array(indexedQuestion, { minLength: QUESTIONS, maxLength: QUESTIONS }),
        async (lines, questions) => {
          const location = engine.location(`made${++made}`);
          const path = makeCorpus(lines);
          await publishCorpus(path, {
            engine: location,
            mode: "update",
            shape: { shards: (made % 3) + 1, replicas: 0 },
          });
          using corpus = openV1(openEngine(location));
          for (const asked of questions) checkQuestion(corpus, lines, asked);
          using file = openV1(path);
          const cites = lines.flatMap(({ citations }) =>
            citations.map(({ cite }) => normaliseCitation(cite)),
          );
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
  },
);
