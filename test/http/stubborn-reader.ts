/** A reader process that misbehaves on demand, and is ours otherwise: `search=hang` holds it as long as the service lives, `search=die` ends it. */
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/readers/answer-questions.ts";
import { channelWith } from "./reader-channel.ts";

const SERVICE = process.ppid;
const NEVER = new Int32Array(new SharedArrayBuffer(4));
let isBug = false;

const channel = channelWith((search) => {
  isBug = search === "bug";
  if (search === "die") process.kill(process.pid, "SIGKILL");
  // the process hangs as it would in a statement: nothing else of it runs
  while ((search === "hang" || search === "die") && process.ppid === SERVICE) Atomics.wait(NEVER, 0, 0, 100);
});

answerQuestions(channel, async (path) => () => {
  const corpus = openCorpus(String(path));
  return new Proxy(corpus, {
    get(target, name) {
      if (isBug) throw new TypeError("an invented bug");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
});
