/** The paths for operators and for programs that read the description of the service. */

import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ALERT_NAME, feedPath } from "../alerts/alert.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { describeService } from "./openapi/openapi.ts";
import { keyOf } from "./routes.ts";
import { refuseStranger, retryLater, sendRefusal, sendText, sendValue } from "./send-answer.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

export function addOperatorRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get("/openapi.json", (_request, reply) => sendValue(describeService(context.baseUrl), reply));
  app.get("/healthz", (_request, reply) => sendHealth(context, reply));
  app.get("/metrics", async (_request, reply) => {
    reply.header("Content-Type", context.metrics.contentType).header("Cache-Control", "no-store");
    return reply.send(Buffer.from(await context.metrics.text(context), "utf8"));
  });
}

async function sendHealth({ pool, baseUrl }: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  reply.header("Cache-Control", "no-store");
  const setting = { baseUrl, access: "anyone" } as const;
  const { head, drop } = await pool.answer({
    kind: "list",
    collection: "jurisdictions",
    query: "page_size=1",
    setting,
  });
  drop();
  if (head.status === 200) {
    return reply.header("Content-Type", "application/json").send(Buffer.from('{"status":"ok"}'));
  }
  retryLater(reply);
  return sendRefusal(reply, 503, "The corpus cannot be read at the moment.");
}

/** `GET /alerts/NAME.atom`: the feed of an alert (docs/interface.md, "alert"). */
const ATOM_TYPE = "application/atom+xml; charset=utf-8";

export function addAlertRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get("/alerts/:key", (_request, reply) => sendFeed(context, reply));
}

/** A feed says which cases match a search, also by their closed texts. */
async function sendFeed(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const [, name = ""] = /^(.*)\.atom$/.exec(keyOf(reply)) ?? [];
  if (!ALERT_NAME.test(name)) return sendRefusal(reply, 404, "Not found.");
  if (accessOf(reply.request, context) === "public") return refuseStranger(reply);
  try {
    return sendText(await readFile(feedPath(context.dataFolder, name), "utf8"), ATOM_TYPE, reply);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return sendRefusal(reply, 404, "Not found.");
    throw error;
  }
}
