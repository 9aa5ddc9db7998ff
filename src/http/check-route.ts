/**
 * `POST /check/`: the citations and quotations of a draft (docs/interface.md, "check"). A form gets a page, others JSON. The draft is
 * read by a reader process.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CheckRefusal, checkFormPage } from "../pages/check/check-page.ts";
import { rootOf } from "../pages/page.ts";
import { MAX_DRAFT_BYTES, MAX_DRAFT_FILE_BYTES, MAX_FORM_BYTES } from "./limits.ts";
import {
  DRAFT_NAMES,
  DraftRefusal,
  draftNameOf,
  FORM_TYPES,
  isForm,
  MALFORMED,
  TOO_LARGE,
  WRONG_TYPE,
} from "./readers/sent-draft.ts";
import { CHECK_PATH, setPageHeaders } from "./request-guard.ts";
import { failureOf, sendAnswer, sendPage, sendRefusal } from "./send-answer.ts";
import { pageSettingOf, type ServiceContext, settingOf } from "./service-context.ts";

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
      if (!isForm(typeOf(request))) return sendRefusal(reply, refusal.status, refusal.message);
      // the form again, with the reason
      setPageHeaders(reply.raw);
      return sendPage(checkFormPage(rootOf(context.baseUrl), refusal), context, reply);
    });
    scope.post(CHECK_PATH, (_request, reply) => check(context, reply));
  });
}

async function check(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = reply;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = typeOf(request);
  const isPage = isForm(type);
  if (!isPage && draftNameOf(type) === undefined) throw WRONG_TYPE;
  const setting = (isPage ? pageSettingOf : settingOf)(context, reply);
  if (isPage) setPageHeaders(reply.raw);
  const question = { kind: "check", body, type, as: isPage ? "page" : "json", setting } as const;
  return await sendAnswer(question, context, reply);
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

function typeOf({ headers }: FastifyRequest): string {
  return headers["content-type"] ?? "";
}
