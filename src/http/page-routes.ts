/** The paths of the reading pages. Errors are HTML too, with the headers of a page (request-guard). */
import type { FastifyInstance, FastifyReply } from "fastify";
import { readCaseId } from "../domain/case-id.ts";
import { ASSETS, type Asset } from "../pages/assets.ts";
import { fileAt } from "../pages/case/case-file.ts";
import { missingPage, troublePage } from "../pages/failure-page.ts";
import { rootOf } from "../pages/page.ts";
import {
  closeToOtherSites,
  pathOf,
  queryTextOf,
  readsPages,
  setPageHeaders,
  slashedUrl,
} from "./request-guard.ts";
import { keyOf, redirect } from "./routes.ts";
import { failureOf, sendAnswer, sendPage, sendRefusal } from "./send-answer.ts";
import { allowsRobots, pageSettingOf, type ServiceContext } from "./service-context.ts";

const CASE = "/cases/:key/";
/** `/us/499/340/`: reporter, volume, page; the id of the case may follow. */
const GUESSED = "/:reporter/:volume(^\\d{1,5}$)/:page/";
const GUESSED_CASE = `${GUESSED}:id(^\\d{1,15}$)/`;
const PATHS = [
  "/",
  CASE,
  `${CASE}similar/`,
  `${CASE}treatment/`,
  `${CASE}next/`,
  `${CASE}previous/`,
  "/cite/:key/",
  GUESSED,
  GUESSED_CASE,
  "/browse/",
  "/browse/:jurisdiction/",
  "/browse/:jurisdiction/:reporter/",
  "/browse/:jurisdiction/:reporter/:volume/",
  "/trends/",
  "/check/",
];

/** The name of an asset changes with its bytes. */
const FOR_EVER = "public, max-age=31536000, immutable";

export async function addPageRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  for (const asset of ASSETS) app.get(asset.path, (_request, reply) => sendAsset(asset, reply));
  await app.register(async (pages) => {
    pages.addHook("onRequest", async (_request, reply) => {
      setPageHeaders(reply.raw);
      // robots.txt counts only at the root of a host
      if (!allowsRobots(context)) reply.header("X-Robots-Tag", "noindex");
    });
    pages.setErrorHandler((error, _request, reply) => sendFailure(error, context, reply));
    for (const path of ["/cases", "/cases/"]) {
      pages.get(path, (_request, reply) => redirect(reply, 302, `${rootOf(context.baseUrl)}/`));
    }
    for (const path of PATHS) {
      pages.get(path, (_request, reply) => sendPageAt(path, context, reply));
      if (path === "/") continue;
      pages.get(path.slice(0, -1), (_request, reply) =>
        path === CASE && isFile(reply) ? ask(context, reply) : addSlash(context, reply),
      );
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
  if (key !== null && !/^\d+$/.test(key) && readCaseId(key) === null && !isFile(reply))
    return redirect(reply, 302, searchUrl(context, key));
  return ask(context, reply);
}

/** Whether the address of a case is that of a file, `/cases/435800.bib`, which has no slash at its end. */
function isFile(reply: FastifyReply): boolean {
  return fileAt(keyOf(reply), new URLSearchParams(queryTextOf(reply.request.url))) !== null;
}

/** Anything but an id is taken for a citation, as in `/v1/cases/` (docs/interface.md, "Paths"). */
function searchUrl(context: ServiceContext, search: string): string {
  return `${rootOf(context.baseUrl)}/?${new URLSearchParams({ search })}`;
}

function ask(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const { url } = reply.request;
  const question = { kind: "page", path: pathOf(url), query: queryTextOf(url) } as const;
  return sendAnswer({ ...question, setting: pageSettingOf(context, reply) }, context, reply);
}

function addSlash(context: ServiceContext, reply: FastifyReply): FastifyReply {
  return redirect(reply, 301, slashedUrl(rootOf(context.baseUrl), reply.request.url));
}

function sendAsset({ type, bytes }: Asset, reply: FastifyReply): FastifyReply {
  closeToOtherSites(reply.raw);
  return reply.header("Content-Type", type).header("Cache-Control", FOR_EVER).send(bytes);
}

function sendFailure(error: unknown, context: ServiceContext, reply: FastifyReply): FastifyReply {
  const [status] = failureOf(error, context, reply);
  return sendPage(troublePage(status, rootOf(context.baseUrl)), context, reply);
}
