/** A reader process that scores two matches at most. */
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/readers/answer-questions.ts";

answerQuestions(process, async (path) => () => openCorpus(String(path), { rankedMatches: 2 }));
