/** `POST /check/`: the citations and quotations of a draft (docs/interface.md, "check"). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readDraft } from "../check/read-draft.ts";
import { CaselawError } from "../domain/errors.ts";
import { MAX_DRAFT_BYTES } from "./limits.ts";
import { failureOf, sendAnswer, sendRefusal } from "./send-answer.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

export const CHECK_PATH = "/check/";

/** Text only: reading a DOCX or PDF would keep the web process busy. */
const NAMES: Readonly<Record<string, string>> = {
  "text/plain": "draft.txt",
  "text/markdown": "draft.md",
  "text/html": "draft.html",
};

export async function addCheckRoute(app: FastifyInstance, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: MAX_DRAFT_BYTES },
      async (_: unknown, body: unknown) => body,
    );
    scope.setErrorHandler((error: FastifyError, _request, reply) => sendFailure(error, context, reply));
    scope.post(CHECK_PATH, (request, reply) => check(context, request, reply));
  });
}

async function check(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request;
  const [type = ""] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const name = NAMES[type.trim()];
  if (name === undefined) return sendRefusal(reply, 415, `Send a draft as ${Object.keys(NAMES).join(", ")}.`);
  const text = await readDraft(Buffer.isBuffer(body) ? body : Buffer.alloc(0), name);
  const setting = { baseUrl: context.baseUrl, access: accessOf(request, context) };
  return await sendAnswer({ kind: "check", text, setting }, context, request, reply);
}

function sendFailure(error: FastifyError, context: ServiceContext, reply: FastifyReply): FastifyReply {
  if (error.statusCode === 413)
    return sendRefusal(reply, 413, `The draft is larger than ${MAX_DRAFT_BYTES} bytes.`);
  if (error instanceof CaselawError) return sendRefusal(reply, 400, `${error.message}.`);
  return error.statusCode !== undefined && error.statusCode < 500
    ? sendRefusal(reply, 400, "The request is malformed.")
    : sendRefusal(reply, ...failureOf(error, context, reply));
}
