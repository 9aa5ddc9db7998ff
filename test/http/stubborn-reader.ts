/** A reader process that misbehaves on demand, and is ours otherwise: `search=hang` holds it for `HANG_MS`, `search=die` ends it. */
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/answer-questions.ts";

/** Longer than any deadline of the tests; not for ever, so that none is left behind when a test run is killed. */
const HANG_MS = 20_000;

answerQuestions(process, (path) => {
  const corpus = openCorpus(path);
  return new Proxy(corpus, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const search = given.find((one) => one instanceof URLSearchParams)?.get("search");
        if (search === "die") process.kill(process.pid, "SIGKILL");
        // the process hangs as it would in a statement: nothing else of it runs
        const end = performance.now() + (search === "hang" || search === "die" ? HANG_MS : 0);
        while (performance.now() < end);
        if (search === "bug") throw new TypeError("an invented bug");
        return Reflect.apply(value, target, given);
      };
    },
  });
});
