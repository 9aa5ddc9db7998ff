/** Starts and stops the v1 service. */
import { createServer, type RequestListener, type Server } from "node:http";
import compress from "@fastify/compress";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
} from "fastify";
import type { CorpusLocation } from "../domain/corpus-source.ts";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { answerClientError, limitRequests } from "./connections.ts";
import { TokensFile } from "./credentials.ts";
import { addExportRoutes } from "./export-routes.ts";
import * as limits from "./limits.ts";
import { Metrics } from "./metrics.ts";
import { addAlertRoute, addOperatorRoutes } from "./operator-routes.ts";
import { addPageRoutes, sendMissing } from "./page-routes.ts";
import { addCheckRoute, addMcpRoute } from "./post-routes.ts";
import { READER_MODULE, ReaderPool, Unanswered } from "./readers/reader-pool.ts";
import { guardRequests, type RequestEvent, routes } from "./request-guard.ts";
import { addRoutes } from "./routes.ts";
import { failureOf, sendRefusal } from "./send-answer.ts";
import { areLoopback, type ServiceContext } from "./service-context.ts";
import { addSiteFiles } from "./site-files.ts";

/** An event of a running service. A `fault` is not caused by the client; its message may have several lines. */
export type ServiceEvent =
  | RequestEvent
  | { readonly kind: "fault"; readonly message: string }
  | { readonly kind: "reader restarted"; readonly reason: string };

export interface ServiceOptions {
  readonly corpus: CorpusLocation;
  readonly dataFolder: string;
  /** Exports in it are served to those who may read closed texts; null: none are. */
  readonly exportsFolder: string | null;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The beginning of every URL in an answer, without a slash at the end; null: the address of the service. */
  readonly baseUrl: string | null;
  /** Null: no tokens. */
  readonly tokensFile: string | null;
  readonly bodies: ServiceContext["bodies"];
  readonly closedText: ServiceContext["closedText"];
  readonly robots: ServiceContext["robots"];
  readonly readers: number;
  readonly deadlineMs: number;
  readonly onEvent: (event: ServiceEvent) => void;
}

/** The parts of a service that tests replace. */
export const PARTS = {
  headersTimeoutMs: limits.HEADERS_TIMEOUT_MS,
  readerModule: READER_MODULE,
};

export interface Service extends AsyncDisposable {
  /** `http://HOST:PORT`. */
  readonly url: string;
  /** Accepts no new request, waits a while for running ones, then closes all connections. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * @throws CaselawError as `openCorpus`; `corrupt` or `unavailable` for the tokens file; `unavailable` if the service cannot
 *   listen on the address
 */
export async function startService(options: ServiceOptions, parts = PARTS): Promise<Service> {
  const { onEvent, readers, deadlineMs, corpus } = options;
  const metrics = new Metrics();
  const onFault = (message: string): void => onEvent({ kind: "fault", message });
  const onRestart = (reason: string): void => {
    metrics.restarts.inc();
    onEvent({ kind: "reader restarted", reason });
  };
  const tokens = new TokensFile(options.tokensFile, onFault);
  const { readerModule, headersTimeoutMs } = parts;
  const pool = await ReaderPool.open({ corpus, readers, deadlineMs, readerModule, onRestart });
  try {
    const { dataFolder, exportsFolder, bodies, closedText, robots, baseUrl } = options;
    const context = {
      ...{ pool, tokens, metrics, corpus, onFault, dataFolder, exportsFolder, bodies, closedText, robots },
      // known once it listens
      ...{ baseUrl: baseUrl ?? "", isOnlyForThisMachine: false },
    };
    const app = await newApp({ ...options, headersTimeoutMs }, context);
    const url = await listen(app, options);
    context.baseUrl = baseUrl ?? url;
    context.isOnlyForThisMachine = baseUrl === null && areLoopback(app.addresses());
    return { url, [Symbol.asyncDispose]: () => close(app, pool) };
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
}

type ServerOptions = ServiceOptions & Pick<typeof PARTS, "headersTimeoutMs">;

async function newApp(options: ServerOptions, context: ServiceContext): Promise<FastifyInstance> {
  const form: FastifyServerOptions<Server> = {
    exposeHeadRoutes: false,
    return503OnClosing: false, // its body is not the interface's; the hook below sends one that is
    routerOptions: { maxParamLength: limits.MAX_URL_BYTES },
    serverFactory: (handler) =>
      newServer(limitRequests(guardRequests(handler, context, options.onEvent)), options),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => sendRefusal(reply, 400, "The URL is malformed."),
  };
  const app: FastifyInstance = fastify(form);
  // Fastify's own routes of HEAD have other headers than GET, when an answer is compressed
  app.addHook("onRoute", (route) => {
    if (route.method === "GET") route.method = ["GET", "HEAD"];
  });
  app.decorateRequest("hasCredentials", false);
  app.addHook("onRequest", async (request, reply) => {
    routes.set(request.raw, request.routeOptions.url ?? "other");
    // the error handler of the route sends the answer
    if (!app.server.listening) throw new Unanswered("The service is stopping.");
    return refuseWrongToken(context, request, reply);
  });
  app.addHook("onResponse", async ({ raw }) => {
    // while the service stops, a connection closes after its answer instead of waiting for another request
    if (!app.server.listening) raw.socket.destroySoon();
  });
  app.setNotFoundHandler((_request, reply) => sendMissing(context, reply));
  app.setErrorHandler((error, _request, reply) => sendRefusal(reply, ...failureOf(error, context, reply)));
  await app.register(compress, { globalDecompression: false });
  addRoutes(app, context);
  addOperatorRoutes(app, context);
  addSiteFiles(app, context);
  addAlertRoute(app, context);
  addExportRoutes(app, context);
  await addCheckRoute(app, context);
  await addMcpRoute(app, context);
  await addPageRoutes(app, context);
  return app;
}

function newServer(handler: RequestListener, { headersTimeoutMs, deadlineMs }: ServerOptions): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      requestTimeout: limits.REQUEST_TIMEOUT_MS,
      keepAliveTimeout: limits.KEEP_ALIVE_MS,
      connectionsCheckingInterval: limits.CONNECTIONS_CHECK_MS,
    },
    handler,
  );
  server.maxConnections = limits.MAX_CONNECTIONS;
  // a socket is also idle while its question waits and runs
  server.setTimeout(limits.IDLE_SOCKET_MS + 2 * deadlineMs);
  return server;
}

async function refuseWrongToken(
  { tokens }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const credentials = tokens.check(request.raw.headersDistinct.authorization ?? []);
  if (credentials === "none") return undefined;
  reply.header("Cache-Control", "private, no-store");
  if (credentials === "good") {
    request.hasCredentials = true;
    return undefined;
  }
  reply.header("WWW-Authenticate", "Token");
  return credentials === "wrong"
    ? sendRefusal(reply, 401, "Invalid token.")
    : sendRefusal(reply, 401, "Invalid token header. No credentials provided.");
}

async function listen(app: FastifyInstance, { host, port }: ServiceOptions): Promise<string> {
  const shownHost = host.includes(":") ? `[${host}]` : host;
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const reason = systemCodeOf(error) === "EADDRINUSE" ? "another program listens there" : messageOf(error);
    throw new CaselawError("unavailable", `Cannot listen on ${shownHost}:${port}: ${reason}`, {
      cause: error,
      hint: "Choose another one with --port, or 0 for any free one.",
    });
  }
  const address = app.server.address();
  return `http://${shownHost}:${typeof address === "object" && address !== null ? address.port : port}`;
}

async function close(app: FastifyInstance, pool: ReaderPool): Promise<void> {
  const end = setTimeout(() => app.server.closeAllConnections(), limits.CLOSE_GRACE_MS);
  await app.close();
  clearTimeout(end);
  await pool[Symbol.asyncDispose]();
}
