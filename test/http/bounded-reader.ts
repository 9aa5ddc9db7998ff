/** A reader process that scores two matches at most. */
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { answerQuestions } from "../../src/http/readers/answer-questions.ts";

answerQuestions(process, (path) => openCorpus(path, { rankedMatches: 2 }));
