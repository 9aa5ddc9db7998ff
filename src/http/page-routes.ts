/** The paths of the reading pages. Errors are HTML too, with the headers of a page (page-headers). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ASSETS, type Asset } from "../pages/assets.ts";
import { type CaseFileEnding, caseFileEnding } from "../pages/case/files/case-file.ts";
import { missingPage, troublePage, wholePage } from "../pages/failure-page.ts";
import { type Page, rootOf } from "../pages/page.ts";
import { type TrendsFormat, trendsFormat } from "../pages/trends/trends-file.ts";
import { pageAccessOf } from "./owner-pages.ts";
import { HTML_TYPE, readsPages, setPageHeaders } from "./page-headers.ts";
import { pathOf, queryTextOf, slashedUrl } from "./request-url.ts";
import { keyOf, redirect } from "./routes.ts";
import { failureOf, sendAnswer, sendRefusal } from "./send-answer.ts";
import type { ServiceContext } from "./service-context.ts";

const CASE = "/cases/:key/";
const TRENDS = "/trends/";
/** `/us/499/340/`: reporter, volume, page. */
const GUESSED = "/:reporter/:volume(^\\d{1,5}$)/:page/";
const PATHS = [
  "/",
  CASE,
  `${CASE}similar/`,
  `${CASE}next/`,
  `${CASE}previous/`,
  "/cite/:key/",
  GUESSED,
  "/browse/",
  "/browse/:jurisdiction/",
  "/browse/:jurisdiction/:reporter/",
  "/browse/:jurisdiction/:reporter/:volume/",
  TRENDS,
  "/check/",
];

/** The name of an asset changes with its bytes. */
const FOR_EVER = "public, max-age=31536000, immutable";

export async function addPageRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  for (const asset of ASSETS) app.get(asset.path, (_request, reply) => sendAsset(asset, reply));
  await app.register(async (pages) => {
    pages.addHook("onRequest", async (_request, reply) => setPageHeaders(reply.raw));
    pages.setErrorHandler((error, _request, reply) => sendFailure(error, context, reply));
    for (const path of ["/cases", "/cases/"]) {
      pages.get(path, (_request, reply) => redirect(reply, 302, `${rootOf(context.baseUrl)}/`));
    }
    for (const path of PATHS) {
      pages.get(path, (request, reply) => sendPageAt(path, context, request, reply));
      if (path === CASE) pages.get("/cases/:key", (request, reply) => sendCaseAt(context, request, reply));
      else if (path !== "/")
        pages.get(path.slice(0, -1), (request, reply) => addSlash(context, request, reply));
    }
  });
}

/** Responds to an unknown path: with a page to clients that accept HTML, otherwise with JSON. */
export function sendMissing(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!readsPages(request.raw)) return sendRefusal(reply, 404, "Not found.");
  setPageHeaders(reply.raw);
  return sendPage(missingPage(rootOf(context.baseUrl)), context, reply);
}

async function sendPageAt(
  path: string,
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (path === GUESSED && /^\/v1\//.test(pathOf(request.url))) return sendMissing(context, request, reply);
  const key = path === CASE ? keyOf(request) : null;
  if (key === "") return redirect(reply, 302, `${rootOf(context.baseUrl)}/`);
  const file = key === null ? null : fileOf(key, request);
  if (file !== null) return await sendFile(file, context, request, reply);
  if (key !== null && !/^\d+$/.test(key)) return redirect(reply, 302, searchUrl(context, key));
  const question = questionOf(request, context);
  const format = path === TRENDS ? trendsFileFormat(question.query) : null;
  if (format === null) return sendAnswer(question, context, request, reply);
  const { query, setting } = question;
  return sendAnswer({ kind: "trends file", format, query, setting }, context, request, reply);
}

/** `/cases/435800.bib` is a file; all other addresses without a slash at the end get one. */
async function sendCaseAt(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = fileOf(keyOf(request), request);
  return file === null ? addSlash(context, request, reply) : await sendFile(file, context, request, reply);
}

interface AskedFile {
  readonly id: number;
  readonly ending: CaseFileEnding;
}

/** The file that `435800.bib`, or `435800` with `format=bibtex`, means; null for a page. */
function fileOf(key: string, request: FastifyRequest): AskedFile | null {
  const [, digits, behind] = /^([1-9]\d{0,15})(?:\.([a-z]{2,4}))?$/.exec(key) ?? [];
  const format = behind ?? new URLSearchParams(queryTextOf(request.url)).get("format") ?? "";
  const ending = digits === undefined ? null : caseFileEnding(format);
  return ending === null ? null : { id: Number(digits), ending };
}

function sendFile(
  file: AskedFile,
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const setting = { baseUrl: context.baseUrl, access: pageAccessOf(request, context) };
  return sendAnswer({ kind: "case file", ...file, setting }, context, request, reply);
}

/** The format of `/trends/?q=mill&format=csv`; null for the page. */
function trendsFileFormat(query: string): TrendsFormat | null {
  return trendsFormat(new URLSearchParams(query).get("format") ?? "");
}

/** Anything but an id is taken for a citation, as in `/v1/cases/` (docs/interface.md, "Paths"). */
function searchUrl(context: ServiceContext, search: string): string {
  return `${rootOf(context.baseUrl)}/?${new URLSearchParams({ search })}`;
}

function questionOf(request: FastifyRequest, context: ServiceContext) {
  const setting = { baseUrl: context.baseUrl, access: pageAccessOf(request, context) };
  const { url } = request;
  return { kind: "page", path: pathOf(url), query: queryTextOf(url), setting } as const;
}

function addSlash(context: ServiceContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return redirect(reply, 301, slashedUrl(rootOf(context.baseUrl), request.url));
}

function sendAsset({ type, bytes }: Asset, reply: FastifyReply): FastifyReply {
  reply.raw.removeHeader("Access-Control-Allow-Origin");
  return reply.header("Content-Type", type).header("Cache-Control", FOR_EVER).send(bytes);
}

function sendFailure(error: unknown, context: ServiceContext, reply: FastifyReply): FastifyReply {
  const [status] = failureOf(error, context, reply);
  return sendPage(troublePage(status, rootOf(context.baseUrl)), context, reply);
}

function sendPage(page: Page, context: ServiceContext, reply: FastifyReply): FastifyReply {
  const { status, html } = wholePage(page, rootOf(context.baseUrl));
  return reply.code(status).header("Content-Type", HTML_TYPE).send(Buffer.from(html, "utf8"));
}
