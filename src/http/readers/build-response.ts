/** Builds the response to a question: status, headers and body. */

import type { Corpus } from "../../corpus/corpus.ts";
import { parseSearchText } from "../../corpus/search-words.ts";
import { corpusState } from "../../doctor/state.ts";
import { readCaseId } from "../../domain/case-id.ts";
import { NO_REQUESTS } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { parquetPage } from "../../export/parquet-page.ts";
import { runTool } from "../../mcp/run-tool.ts";
import { type CheckedText, checkFormPage, renderCheck } from "../../pages/check/check-page.ts";
import { troublePage } from "../../pages/failure-page.ts";
import { type Page, type PageAnswer, type PageFile, rootOf, wholePage } from "../../pages/page.ts";
import { renderPage } from "../../pages/render-page.ts";
import { checkText } from "../../v1/check/check.ts";
import { searchIn } from "../../v1/lookup.ts";
import { FILE_KINDS, fileLines, listFormat } from "../../v1/page-formats.ts";
import { searchNotes } from "../../v1/search-notes.ts";
import { V1 } from "../../v1/v1.ts";
import { RETRY_AFTER_SECONDS } from "../limits.ts";
import { byteChunks, jsonChunks, textChunks } from "./json-chunks.ts";
import {
  type Answer,
  asksPage,
  type CheckQuestion,
  HTML_TYPE,
  JSON_TYPE,
  type Question,
  stackOf,
} from "./protocol.ts";
import { DraftRefusal } from "./sent-draft.ts";

export type BuiltResponse = Pick<Answer, "status" | "headers" | "fault" | "requests"> & {
  readonly chunks: Buffer[];
};

/** A question with all that its answer needs: a draft has been read. */
export type ReadyQuestion = Exclude<Question, CheckQuestion> | (CheckQuestion & CheckedText);

export function buildResponse(corpus: Corpus, question: ReadyQuestion): BuiltResponse {
  const before = corpus.requests();
  const built = corpus.snapshot(() => {
    const change = corpus.lastChange();
    const { headers, ...answer } = answerOf(corpus, question);
    return { ...answer, headers: { ...headers, "X-Corpus-Change": change } };
  });
  const { count, seconds } = corpus.requests();
  return { ...built, requests: { count: count - before.count, seconds: seconds - before.seconds } };
}

function answerOf(corpus: Corpus, question: ReadyQuestion): BuiltResponse {
  if (question.kind === "bulk file") {
    return jsonResponse(200, corpus.bulkFiles().find(({ id }) => id === question.id) ?? null);
  }
  const { access, baseUrl } = question.setting;
  const seen = corpus.as(access);
  if (question.kind === "page") return pageResponse(renderPage(seen, { ...question, baseUrl }));
  if (question.kind === "check") {
    const { draft, as } = question;
    return as === "page"
      ? htmlResponse(200, renderCheck(seen, question, baseUrl).html)
      : jsonResponse(200, checkText({ corpus: seen, baseUrl }, draft));
  }
  // unknown parameters are listed in the header of the response
  const v1 = new V1(seen, baseUrl, "ignored");
  if (question.kind === "state") return jsonResponse(200, corpusState(v1));
  if (question.kind === "tool") return jsonResponse(200, runTool(v1, question.name, question.input));
  if (question.kind === "list") return listResponse(v1, question);
  const value = recordFor(v1, question);
  return value === null ? jsonResponse(404, { detail: "Not found." }) : jsonResponse(200, value);
}

function recordFor(
  v1: V1,
  question: Extract<Question, { kind: "root" | "endpoint" | "record" | "of case" }>,
): object | null {
  if (question.kind === "root") return v1.root();
  const query = new URLSearchParams(question.query);
  if (question.kind === "endpoint") return v1[question.name](query);
  const { key } = question;
  if (question.kind === "record") return v1.record(question.collection, key, query);
  const id = readCaseId(key);
  return id === null ? null : v1[question.name](id, query);
}

function listResponse(v1: V1, question: Extract<Question, { kind: "list" }>): BuiltResponse {
  const { collection } = question;
  const query = new URLSearchParams(question.query);
  const format = listFormat(collection, query);
  const page = v1.page(collection, query);
  const { envelope } = page;
  const search = collection === "cases" ? searchIn((name) => query.getAll(name).at(-1) || null) : null;
  const notes =
    search === null ? [] : searchNotes(v1.corpus, search).filter(({ kind }) => kind !== "reading");
  const shown = search === null ? null : parseSearchText(search).shown;
  const headers = {
    ...(shown === null ? {} : { "X-Search-Query": asciiText(shown) }),
    ...(page.relevance === "bounded" ? { "X-Search-Ranking": "bounded" } : {}),
    ...(notes.length > 0 ? { "X-Search-Notes": asciiJson(notes) } : {}),
  };
  if (format === "json") return jsonResponse(200, envelope, headers);
  const chunks =
    format === "parquet"
      ? byteChunks(parquetPage(collection, page, v1.baseUrl))
      : textChunks(fileLines(format, page, v1.baseUrl));
  const { type, extension } = FILE_KINDS[format];
  return response(200, type, chunks, {
    ...headers,
    ...attachmentHeader(`${collection}.${extension}`),
    ...(envelope.count === null ? {} : { "X-Total-Count": envelope.count }),
    ...(envelope.next === null ? {} : { Link: `<${envelope.next}>; rel="next"` }),
  });
}

/** A header may have ASCII only: other characters are percent-encoded. */
function asciiText(text: string): string {
  return text.toWellFormed().replace(/[^ -~]|%/gu, encodeURIComponent);
}

/** A header may have ASCII only. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * The response to an error (docs/interface.md, "Methods, headers and errors"). Errors that the client did not cause are also
 * logged.
 */
export function refusalOf(error: unknown, question: Question): BuiltResponse {
  // the form again, with the reason
  if (error instanceof DraftRefusal)
    return refusal(question, error.status, error.message, (root) => checkFormPage(root, error));
  if (!(error instanceof CaselawError)) return failure(500, "Internal server error.", error, question);
  if (error.parameters !== undefined) return jsonResponse(400, error.parameters);
  if (error.code === "invalid_cursor") return jsonResponse(404, { detail: "Invalid cursor" });
  if (question.kind === "tool" && error.code !== "corrupt" && error.code !== "conflict")
    return jsonResponse(400, { detail: error.message });
  return failure(503, "The corpus cannot be read at the moment.", error, question);
}

function failure(status: 500 | 503, detail: string, error: unknown, question: Question): BuiltResponse {
  const { headers, ...built } = refusal(question, status, detail, (root) => troublePage(status, root));
  const retry = status === 503 ? { "Retry-After": RETRY_AFTER_SECONDS } : {};
  return { ...built, headers: { ...headers, ...retry }, fault: stackOf(error) };
}

/** A page if the request was for a page. */
function refusal(
  question: Question,
  status: number,
  detail: string,
  pageOf: (root: string) => Page,
): BuiltResponse {
  if (!asksPage(question)) return jsonResponse(status, { detail });
  const root = rootOf(question.setting.baseUrl);
  return htmlResponse(status, wholePage(pageOf(root), root).html);
}

type Headers = Answer["headers"];

function jsonResponse(status: number, answer: object | null, headers: Headers = {}): BuiltResponse {
  return response(status, JSON_TYPE, jsonChunks(answer), headers);
}

function htmlResponse(status: number, html: string, headers: Headers = {}): BuiltResponse {
  return response(status, HTML_TYPE, textChunks([html]), headers);
}

function pageResponse(answer: PageAnswer | PageFile): BuiltResponse {
  if ("content" in answer)
    return response(200, answer.type, textChunks([answer.content]), {
      ...attachmentHeader(answer.name),
      ...canonicalLink(answer.canonical),
    });
  const { status, html, location, canonical } = answer;
  const moved = location === null ? {} : { Location: location };
  return htmlResponse(status, html, { ...moved, ...canonicalLink(canonical) });
}

function canonicalLink(address: string | null | undefined): Headers {
  return address == null ? {} : { Link: `<${address}>; rel="canonical"` };
}

function attachmentHeader(name: string): Headers {
  return { "Content-Disposition": `attachment; filename="${name}"` };
}

function response(status: number, type: string, chunks: Buffer[], headers: Headers): BuiltResponse {
  return {
    status,
    headers: { ...headers, "Content-Type": type },
    fault: null,
    requests: NO_REQUESTS,
    chunks,
  };
}
