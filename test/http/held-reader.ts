/** A reader process that holds `search=hold` back until a file named as the corpus and `.release` is there; ours otherwise. */
import { existsSync } from "node:fs";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/readers/answer-questions.ts";

const clock = new Int32Array(new SharedArrayBuffer(4));

answerQuestions(process, (path) => {
  const corpus = openCorpus(path);
  return new Proxy(corpus, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const search = given.find((one) => one instanceof URLSearchParams)?.get("search");
        // as in a statement, nothing else of the process runs
        while (search === "hold" && !existsSync(`${path}.release`)) Atomics.wait(clock, 0, 0, 5);
        return Reflect.apply(value, target, given);
      };
    },
  });
});
