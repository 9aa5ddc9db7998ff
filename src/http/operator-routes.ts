/** The paths for operators and for programs that read the description of the service. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { describeService } from "./openapi/openapi.ts";
import { retryLater, sendRefusal, sendValue } from "./send-answer.ts";
import type { ServiceContext } from "./service-context.ts";

export function addOperatorRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get("/openapi.json", (_request, reply) => sendValue(describeService(context.baseUrl), reply));
  app.get("/healthz", (_request, reply) => sendHealth(context, reply));
  app.get("/metrics", async (_request, reply) => {
    reply.header("Content-Type", context.metrics.contentType).header("Cache-Control", "no-store");
    return reply.send(Buffer.from(await context.metrics.text(context), "utf8"));
  });
}

/** Reports ok if a reader answers from the corpus. */
async function sendHealth({ pool, baseUrl }: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  reply.header("Cache-Control", "no-store");
  const setting = { baseUrl, access: "anyone" } as const;
  const { head, drop } = await pool.answer({
    kind: "list",
    collection: "jurisdictions",
    query: "page_size=1",
    format: "json",
    setting,
  });
  drop();
  if (head.status === 200) {
    return reply.header("Content-Type", "application/json").send(Buffer.from('{"status":"ok"}'));
  }
  retryLater(reply);
  return sendRefusal(reply, 503, "The corpus cannot be read at the moment.");
}
