/** What a question comes to: status and body, or what an error comes to for who asked. */

import type { Corpus } from "../../corpus/open-corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { troublePage, wholePage } from "../../pages/failure-page.ts";
import { rootOf } from "../../pages/page.ts";
import { renderPage } from "../../pages/render-page.ts";
import { V1 } from "../../v1/v1.ts";
import { jsonPieces, textPieces } from "./json-pieces.ts";
import type { Answer, Question } from "./protocol.ts";

export type MadeAnswer = Pick<Answer, "status" | "fault" | "isBounded"> & { readonly pieces: Buffer[] };

/** @throws whatever the corpus throws; `refusalOf` makes an answer of it */
export function buildResponse(corpus: Corpus, question: Question): MadeAnswer {
  if (question.kind === "bulk file") {
    const file = corpus.bulkFiles().find(({ id }) => id === question.id) ?? null;
    return { status: 200, fault: null, pieces: jsonPieces(file), isBounded: false };
  }
  const { access, baseUrl } = question.setting;
  const seen = corpus.as(access);
  if (question.kind === "page") {
    const { status, html } = renderPage(seen, { ...question, baseUrl });
    return { status, fault: null, pieces: textPieces(html), isBounded: false };
  }
  const v1 = new V1(seen, baseUrl);
  const query = new URLSearchParams(question.query);
  if (question.kind === "list") {
    const { envelope, relevance } = v1.page(question.collection, query);
    return { status: 200, fault: null, pieces: jsonPieces(envelope), isBounded: relevance === "bounded" };
  }
  const record = v1.record(question.collection, question.key, query);
  const [status, body] = record === null ? [404, { detail: "Not found." }] : [200, record];
  return { status, fault: null, pieces: jsonPieces(body), isBounded: false };
}

/**
 * What an error comes to (docs/interface.md, "Methods, headers and errors"). The log is told of those that the client did not
 * cause.
 */
export function refusalOf(error: unknown, question: Question): MadeAnswer {
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof CaselawError)) return troubleOf(500, "Internal server error.", fault, question);
  if (error.parameters !== undefined)
    return { status: 400, fault: null, isBounded: false, pieces: jsonPieces(error.parameters) };
  if (error.code === "invalid_cursor") {
    return { status: 404, fault: null, isBounded: false, pieces: jsonPieces({ detail: "Invalid cursor" }) };
  }
  return troubleOf(503, "The corpus cannot be read at the moment.", fault, question);
}

/** No fault of the question: as a page where a page was asked for. */
function troubleOf(status: 500 | 503, detail: string, fault: string, question: Question): MadeAnswer {
  const pieces =
    question.kind === "page"
      ? textPieces(
          wholePage(troublePage(status, rootOf(question.setting.baseUrl)), rootOf(question.setting.baseUrl))
            .html,
        )
      : jsonPieces({ detail });
  return { status, fault, isBounded: false, pieces };
}
