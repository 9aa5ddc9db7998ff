/** The entry of a reader process: answers until the web process closes the channel. */
import { openCorpus, openerOf } from "../../corpus/open-corpus.ts";
import { withoutBlocked } from "../../corpus/without-blocked.ts";
import { answerQuestions } from "./answer-questions.ts";

answerQuestions(process, async (location) => {
  const open = await openerOf(location);
  return () => openCorpus(withoutBlocked(open()));
});
