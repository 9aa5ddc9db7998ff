/** The entry of a reader process: answers until the web process lets go of it. */
import { openCorpus } from "../../corpus/open-corpus.ts";
import { answerQuestions } from "./answer-questions.ts";

answerQuestions(process, openCorpus);
