/** The paths of the reading pages. Errors are HTML too, with the headers of a page (request-guard). */
import type { FastifyInstance, FastifyReply } from "fastify";
import { ASSETS, type Asset } from "../pages/assets.ts";
import { type AskedFile, caseFileEnding } from "../pages/case/case-file.ts";
import { missingPage, troublePage } from "../pages/failure-page.ts";
import { rootOf } from "../pages/page.ts";
import { trendsFormat } from "../pages/trends/trends-file.ts";
import { pathOf, queryTextOf, readsPages, setPageHeaders, slashedUrl } from "./request-guard.ts";
import { keyOf, redirect } from "./routes.ts";
import { failureOf, sendAnswer, sendPage, sendRefusal } from "./send-answer.ts";
import { pageSettingOf, type ServiceContext } from "./service-context.ts";

const CASE = "/cases/:key/";
const TRENDS = "/trends/";
/** `/us/499/340/`: reporter, volume, page; the id of the case may follow. */
const GUESSED = "/:reporter/:volume(^\\d{1,5}$)/:page/";
const GUESSED_CASE = `${GUESSED}:id(^\\d{1,15}$)/`;
const PATHS = [
  "/",
  CASE,
  `${CASE}similar/`,
  `${CASE}next/`,
  `${CASE}previous/`,
  "/cite/:key/",
  GUESSED,
  GUESSED_CASE,
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
      pages.get(path, (_request, reply) => sendPageAt(path, context, reply));
      if (path === CASE) pages.get("/cases/:key", (_request, reply) => sendCaseAt(context, reply));
      else if (path !== "/") pages.get(path.slice(0, -1), (_request, reply) => addSlash(context, reply));
    }
  });
}

/** Responds to an unknown path: with a page to clients that accept HTML, otherwise with JSON. */
export function sendMissing(context: ServiceContext, reply: FastifyReply): FastifyReply {
  if (!readsPages(reply.request.raw)) return sendRefusal(reply, 404, "Not found.");
  setPageHeaders(reply.raw);
  return sendPage(missingPage(rootOf(context.baseUrl)), context, reply);
}

async function sendPageAt(path: string, context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  if (path.startsWith(GUESSED) && /^\/v1\//.test(pathOf(reply.request.url)))
    return sendMissing(context, reply);
  const key = path === CASE ? keyOf(reply) : null;
  if (key === "") return redirect(reply, 302, `${rootOf(context.baseUrl)}/`);
  const file = key === null ? null : fileOf(key, reply);
  if (file !== null) return await sendFile(file, context, reply);
  if (key !== null && !/^\d+$/.test(key)) return redirect(reply, 302, searchUrl(context, key));
  const question = questionOf(context, reply);
  const format =
    path === TRENDS ? trendsFormat(new URLSearchParams(question.query).get("format") ?? "") : null;
  if (format === null) return sendAnswer(question, context, reply);
  const { query, setting } = question;
  return sendAnswer({ kind: "trends file", format, query, setting }, context, reply);
}

/** `/cases/435800.bib` is a file; all other addresses without a slash at the end get one. */
async function sendCaseAt(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const file = fileOf(keyOf(reply), reply);
  return file === null ? addSlash(context, reply) : await sendFile(file, context, reply);
}

/** The file that `435800.bib`, or `435800` with `format=bibtex`, means; null for a page. */
function fileOf(key: string, { request }: FastifyReply): AskedFile | null {
  const [, digits, behind] = /^([1-9]\d{0,15})(?:\.([a-z]{2,8}))?$/.exec(key) ?? [];
  const format = behind ?? new URLSearchParams(queryTextOf(request.url)).get("format") ?? "";
  const ending = digits === undefined ? null : caseFileEnding(format);
  return ending === null ? null : { id: Number(digits), ending };
}

function sendFile(file: AskedFile, context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const setting = pageSettingOf(context, reply);
  return sendAnswer({ kind: "case file", ...file, setting }, context, reply);
}

/** Anything but an id is taken for a citation, as in `/v1/cases/` (docs/interface.md, "Paths"). */
function searchUrl(context: ServiceContext, search: string): string {
  return `${rootOf(context.baseUrl)}/?${new URLSearchParams({ search })}`;
}

function questionOf(context: ServiceContext, reply: FastifyReply) {
  const setting = pageSettingOf(context, reply);
  const { url } = reply.request;
  return { kind: "page", path: pathOf(url), query: queryTextOf(url), setting } as const;
}

function addSlash(context: ServiceContext, reply: FastifyReply): FastifyReply {
  return redirect(reply, 301, slashedUrl(rootOf(context.baseUrl), reply.request.url));
}

function sendAsset({ type, bytes }: Asset, reply: FastifyReply): FastifyReply {
  reply.raw.removeHeader("Access-Control-Allow-Origin");
  return reply.header("Content-Type", type).header("Cache-Control", FOR_EVER).send(bytes);
}

function sendFailure(error: unknown, context: ServiceContext, reply: FastifyReply): FastifyReply {
  const [status] = failureOf(error, context, reply);
  return sendPage(troublePage(status, rootOf(context.baseUrl)), context, reply);
}
