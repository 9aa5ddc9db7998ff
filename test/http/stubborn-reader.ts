/** A reader process that misbehaves on demand, and is ours otherwise: `search=hang` holds it as long as the service lives, `search=die` ends it. */
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/readers/answer-questions.ts";

const SERVICE = process.ppid;
const NEVER = new Int32Array(new SharedArrayBuffer(4));

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
        while ((search === "hang" || search === "die") && process.ppid === SERVICE)
          Atomics.wait(NEVER, 0, 0, 100);
        if (search === "bug") throw new TypeError("an invented bug");
        return Reflect.apply(value, target, given);
      };
    },
  });
});
