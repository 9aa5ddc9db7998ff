/** A server on loopback that keeps a record of what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";

export interface RecordedRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Service {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** Every request so far, in order. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/** Answers one request; `url` is the service's own. */
export type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void;

/** A key and certificate in PEM make a service speak TLS. */
export interface SecureOptions {
  readonly key: string;
  readonly cert: string;
}

/** Listens on `port` of 127.0.0.1 (0: any free one). What `answer` throws is a 500 with its message. */
export async function startService(answer: Answer, port: number, secure?: SecureOptions): Promise<Service> {
  const requests: RecordedRequest[] = [];
  let url = "";
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = "", url: asked = "", headers } = request;
    requests.push({ method, url: asked, headers });
    try {
      answer(request, response, url);
    } catch (error) {
      response.writeHead(500, { "Content-Type": "text/plain" }).end(String(error));
    }
  };
  const server = secure === undefined ? createServer(onRequest) : createSecureServer(secure, onRequest);
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, "127.0.0.1", listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`Cannot listen on 127.0.0.1:${port}`);
  url = `${secure === undefined ? "http" : "https"}://127.0.0.1:${address.port}`;
  return { url, requests, close: () => closeServer(server) };
}

/** Also one that is closed already. */
function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
