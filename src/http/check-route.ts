/** `POST /check/`: the citations and quotations of a draft (docs/interface.md, "check"). A form gets a page, others JSON. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPacked, readDraft } from "../check/read-draft.ts";
import { CaselawError } from "../domain/errors.ts";
import { type CheckRefusal, checkFormPage } from "../pages/check/check-page.ts";
import { wholePage } from "../pages/failure-page.ts";
import { rootOf } from "../pages/page.ts";
import { MAX_DRAFT_BYTES, MAX_FORM_BYTES } from "./limits.ts";
import { HTML_TYPE, setPageHeaders } from "./page-headers.ts";
import { failureOf, sendAnswer, sendRefusal } from "./send-answer.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

export const CHECK_PATH = "/check/";

/** Text only: reading a DOCX or PDF would keep the web process busy. */
const NAMES: Readonly<Record<string, string>> = {
  "text/plain": "draft.txt",
  "text/markdown": "draft.md",
  "text/html": "draft.html",
};
/** What a browser sends. */
const FORMS = ["multipart/form-data", "application/x-www-form-urlencoded"];

export async function addCheckRoute(app: FastifyInstance, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const keep = async (_: unknown, body: unknown) => body;
    scope.addContentTypeParser(FORMS, { parseAs: "buffer", bodyLimit: MAX_FORM_BYTES }, keep);
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_DRAFT_BYTES }, keep);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = refusalOf(error, context, reply);
      return isForm(request) ? sendForm(refusal, context, reply) : sendJson(refusal, reply);
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
  const { bytes, name } = isForm(request)
    ? await draftOfForm(body, typeOf(request))
    : { bytes: body, name: NAMES[mediaTypeOf(request)] };
  if (name === undefined || isPacked(bytes)) throw new WrongType();
  if (bytes.length > MAX_DRAFT_BYTES) throw new TooLarge();
  const text = await readDraft(bytes, name);
  const setting = { baseUrl: context.baseUrl, access: accessOf(request, context) };
  if (isForm(request)) setPageHeaders(reply.raw);
  const question = { kind: "check", text, as: isForm(request) ? "page" : "json", setting } as const;
  return await sendAnswer(question, context, request, reply);
}

class WrongType extends Error {
  readonly statusCode = 415;
}

class TooLarge extends Error {
  readonly statusCode = 413;
}

class Malformed extends Error {
  readonly statusCode = 400;
}

/** The file of a form, or else its text. */
async function draftOfForm(body: Buffer, type: string): Promise<{ bytes: Buffer; name: string }> {
  const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => {
      throw new Malformed();
    });
  const [file, text] = [form.get("file"), form.get("text")];
  if (file instanceof File && file.size > 0)
    return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name };
  // browsers send every line break as two characters
  const lines = typeof text === "string" ? text.replaceAll("\r\n", "\n") : "";
  return { bytes: Buffer.from(lines, "utf8"), name: "draft.txt" };
}

function refusalOf(error: FastifyError, context: ServiceContext, reply: FastifyReply): CheckRefusal {
  if (error.statusCode === 413)
    return { status: 413, message: `The draft is larger than ${MAX_DRAFT_BYTES} bytes.` };
  if (error.statusCode === 415)
    return { status: 415, message: `Send a draft as ${Object.keys(NAMES).join(", ")}.` };
  if (error instanceof CaselawError) return { status: 400, message: `${error.message}.` };
  if (error.statusCode !== undefined && error.statusCode < 500)
    return { status: 400, message: "The request is malformed." };
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

function isForm(request: FastifyRequest): boolean {
  return FORMS.includes(mediaTypeOf(request));
}

function mediaTypeOf(request: FastifyRequest): string {
  const [type = ""] = typeOf(request).toLowerCase().split(";");
  return type.trim();
}

function typeOf({ headers }: FastifyRequest): string {
  return headers["content-type"] ?? "";
}
