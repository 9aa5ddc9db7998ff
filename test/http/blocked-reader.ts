/** A reader process that holds `search=hold` back until a file named as the corpus and `.release` is there; ours otherwise. */
import { existsSync } from "node:fs";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/readers/answer-questions.ts";
import { channelWith } from "./reader-channel.ts";

const clock = new Int32Array(new SharedArrayBuffer(4));
let corpusPath = "";

const channel = channelWith((search) => {
  // as in a statement, nothing else of the process runs
  while (search === "hold" && !existsSync(`${corpusPath}.release`)) Atomics.wait(clock, 0, 0, 5);
});

answerQuestions(channel, async (location) => {
  corpusPath = String(location);
  return () => openCorpus(corpusPath);
});
