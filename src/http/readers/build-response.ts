/** Builds the response to a question: status and body. */

import type { Corpus } from "../../corpus/corpus.ts";
import { corpusState } from "../../doctor/state.ts";
import { NO_REQUESTS } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { runTool } from "../../mcp/run-tool.ts";
import { caseFileAnswer } from "../../pages/case/case-file.ts";
import { type CheckedText, checkFormPage, renderCheck } from "../../pages/check/check-page.ts";
import { troublePage } from "../../pages/failure-page.ts";
import { rootOf, wholePage } from "../../pages/page.ts";
import { renderPage } from "../../pages/render-page.ts";
import { trendsFileAnswer } from "../../pages/trends/trends-file.ts";
import { checkText } from "../../v1/check.ts";
import { fileLines } from "../../v1/page-formats.ts";
import { searchNotes } from "../../v1/search-notes.ts";
import { V1 } from "../../v1/v1.ts";
import { byteChunks, jsonChunks, lineChunks, parquetPage, textChunks } from "./json-chunks.ts";
import { type Answer, asksPage, type CheckQuestion, type Question, stackOf } from "./protocol.ts";
import { DraftRefusal } from "./sent-draft.ts";

export type BuiltResponse = Pick<
  Answer,
  "status" | "fault" | "isBounded" | "notes" | "next" | "change" | "requests"
> & {
  readonly chunks: Buffer[];
};

/** A question with all that its answer needs: a draft has been read. */
export type ReadyQuestion = Exclude<Question, CheckQuestion> | (CheckQuestion & CheckedText);

/** @throws whatever the corpus throws; `refusalOf` builds a response from it */
export function buildResponse(corpus: Corpus, question: ReadyQuestion): BuiltResponse {
  const before = corpus.requests();
  const built = corpus.snapshot(() => {
    const change = corpus.lastChange();
    return { ...answerOf(corpus, question), change };
  });
  const { count, seconds } = corpus.requests();
  return { ...built, requests: { count: count - before.count, seconds: seconds - before.seconds } };
}

function answerOf(corpus: Corpus, question: ReadyQuestion): BuiltResponse {
  if (question.kind === "bulk file") {
    return response(200, jsonChunks(corpus.bulkFiles().find(({ id }) => id === question.id) ?? null));
  }
  const { access, baseUrl } = question.setting;
  const seen = corpus.as(access);
  if (question.kind === "page") {
    const { status, html, location } = renderPage(seen, { ...question, baseUrl });
    return { ...response(status, textChunks(html)), next: location };
  }
  if (question.kind === "case file") {
    const { status, content } = caseFileAnswer(seen, question, baseUrl);
    return response(status, textChunks(content));
  }
  if (question.kind === "trends file") {
    const { status, content } = trendsFileAnswer(seen, question, baseUrl);
    return response(status, textChunks(content));
  }
  if (question.kind === "check") {
    const { draft, as } = question;
    return as === "page"
      ? response(200, textChunks(renderCheck(seen, question, baseUrl).html))
      : response(200, jsonChunks(checkText({ corpus: seen, baseUrl }, draft)));
  }
  // unknown parameters are listed in the header of the response
  const v1 = new V1(seen, baseUrl, "ignored");
  if (question.kind === "state") return response(200, jsonChunks(corpusState(v1)));
  if (question.kind === "tool") return response(200, jsonChunks(runTool(v1, question.name, question.input)));
  const query = new URLSearchParams(question.query);
  if (question.kind === "list") {
    const page = v1.page(question.collection, query);
    const { envelope } = page;
    const isBounded = page.relevance === "bounded";
    const search = question.collection === "cases" ? query.getAll("search").at(-1) : undefined;
    const notes = search ? searchNotes(seen, search) : [];
    if (question.format === "json") return { ...response(200, jsonChunks(envelope)), isBounded, notes };
    const chunks =
      question.format === "parquet"
        ? byteChunks(parquetPage(envelope.results))
        : lineChunks(fileLines(question.format, page, v1.baseUrl));
    return {
      ...response(200, chunks),
      ...{ isBounded, notes },
      next: envelope.next,
    };
  }
  if (question.kind === "endpoint") return response(200, jsonChunks(v1[question.name](query)));
  const record =
    question.kind === "similar"
      ? v1.similar(question.id, query)
      : v1.record(question.collection, question.key, query);
  return record === null
    ? response(404, jsonChunks({ detail: "Not found." }))
    : response(200, jsonChunks(record));
}

/**
 * The response to an error (docs/interface.md, "Methods, headers and errors"). Errors that the client did not cause are also
 * logged.
 */
export function refusalOf(error: unknown, question: Question): BuiltResponse {
  if (error instanceof DraftRefusal) return draftRefusal(error, question);
  if (!(error instanceof CaselawError)) return failure(500, "Internal server error.", error, question);
  if (error.parameters !== undefined) return response(400, jsonChunks(error.parameters));
  if (error.code === "invalid_cursor") return response(404, jsonChunks({ detail: "Invalid cursor" }));
  if (question.kind === "tool" && error.code !== "corrupt" && error.code !== "conflict")
    return response(400, jsonChunks({ detail: error.message }));
  return failure(503, "The corpus cannot be read at the moment.", error, question);
}

/** A page has the form again, with the reason. */
function draftRefusal(refusal: DraftRefusal, question: Question): BuiltResponse {
  const { status, message } = refusal;
  if (!asksPage(question)) return response(status, jsonChunks({ detail: message }));
  const root = rootOf(question.setting.baseUrl);
  return response(status, textChunks(wholePage(checkFormPage(root, refusal), root).html));
}

/** An error of the service: a page if the request was for a page. */
function failure(status: 500 | 503, detail: string, error: unknown, question: Question): BuiltResponse {
  const fault = stackOf(error);
  if (!asksPage(question)) return { ...response(status, jsonChunks({ detail })), fault };
  const root = rootOf(question.setting.baseUrl);
  return { ...response(status, textChunks(wholePage(troublePage(status, root), root).html)), fault };
}

function response(status: number, chunks: Buffer[]): BuiltResponse {
  return {
    status,
    fault: null,
    isBounded: false,
    notes: [],
    next: null,
    change: null,
    requests: NO_REQUESTS,
    chunks,
  };
}
