/**
 * `POST /check/`: the citations and quotations of a draft (docs/interface.md, "check"). A form gets a page, others JSON. The draft is
 * read by a reader process.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CheckRefusal, checkFormPage } from "../pages/check/check-page.ts";
import { wholePage } from "../pages/failure-page.ts";
import { rootOf } from "../pages/page.ts";

import { DRAFT_NAMES, draftNameOf, FORM_TYPES, isForm } from "./draft-types.ts";
import { MAX_DRAFT_BYTES, MAX_DRAFT_FILE_BYTES, MAX_FORM_BYTES } from "./limits.ts";

import { pageAccessOf } from "./owner-pages.ts";

import { HTML_TYPE, setPageHeaders } from "./page-headers.ts";
import { DraftRefusal, MALFORMED, TOO_LARGE, WRONG_TYPE } from "./readers/sent-draft.ts";
import { failureOf, sendAnswer, sendRefusal } from "./send-answer.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

export const CHECK_PATH = "/check/";

export async function addCheckRoute(app: FastifyInstance, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const keep = async (_: unknown, body: unknown) => body;
    const add = (types: string | string[], bodyLimit: number) =>
      scope.addContentTypeParser(types, { parseAs: "buffer", bodyLimit }, keep);
    add(FORM_TYPES, MAX_FORM_BYTES);
    add(
      Object.keys(DRAFT_NAMES).filter((type) => !type.startsWith("text/")),
      MAX_DRAFT_FILE_BYTES,
    );
    add("*", MAX_DRAFT_BYTES);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = refusalOf(error, context, reply);
      return isForm(typeOf(request)) ? sendForm(refusal, context, reply) : sendJson(refusal, reply);
    });
    scope.post(CHECK_PATH, (request, reply) => check(context, request, reply));
  });
}

async function check(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = typeOf(request);
  const isPage = isForm(type);
  if (!isPage && draftNameOf(type) === undefined) throw WRONG_TYPE;
  const setting = { baseUrl: context.baseUrl, access: (isPage ? pageAccessOf : accessOf)(request, context) };
  if (isPage) setPageHeaders(reply.raw);
  const question = { kind: "check", body, type, as: isPage ? "page" : "json", setting } as const;
  return await sendAnswer(question, context, request, reply);
}

function refusalOf(
  error: FastifyError | DraftRefusal,
  context: ServiceContext,
  reply: FastifyReply,
): CheckRefusal {
  if (error instanceof DraftRefusal) return error;
  if (error.statusCode === 413) return TOO_LARGE;
  if (error.statusCode === 415) return WRONG_TYPE;
  if (error.statusCode !== undefined && error.statusCode < 500) return MALFORMED;
  const [status, message] = failureOf(error, context, reply);
  return { status, message };
}

function sendJson({ status, message }: CheckRefusal, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, status, message);
}

/** The form again, with the reason. */
function sendForm(refusal: CheckRefusal, { baseUrl }: ServiceContext, reply: FastifyReply): FastifyReply {
  setPageHeaders(reply.raw);
  const { status, html } = wholePage(checkFormPage(rootOf(baseUrl), refusal), rootOf(baseUrl));
  return reply.code(status).header("Content-Type", HTML_TYPE).send(Buffer.from(html, "utf8"));
}

function typeOf({ headers }: FastifyRequest): string {
  return headers["content-type"] ?? "";
}
