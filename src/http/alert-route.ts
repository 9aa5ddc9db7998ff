/** `GET /alerts/NAME.atom`: the feed of an alert (docs/interface.md, "alert"). */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ALERT_NAME } from "../alerts/alert.ts";
import { feedPath } from "../alerts/alert-files.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { keyOf } from "./routes.ts";
import { sendRefusal, sendText } from "./send-answer.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

const ATOM_TYPE = "application/atom+xml; charset=utf-8";

export function addAlertRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get("/alerts/:key", (_request, reply) => sendFeed(context, reply));
}

/** A feed says which cases match a search, also by their closed texts. */
async function sendFeed(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const [, name = ""] = /^(.*)\.atom$/.exec(keyOf(reply)) ?? [];
  if (!ALERT_NAME.test(name)) return sendRefusal(reply, 404, "Not found.");
  if (accessOf(reply.request, context) === "public") {
    reply.header("WWW-Authenticate", "Token");
    return sendRefusal(reply, 401, "Authentication credentials were not provided.");
  }
  try {
    return sendText(await readFile(feedPath(context.dataFolder, name), "utf8"), ATOM_TYPE, reply);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return sendRefusal(reply, 404, "Not found.");
    throw error;
  }
}
