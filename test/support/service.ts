/** A server on loopback that keeps a record of what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

export interface RecordedRequest {
  readonly method: string;
  /** With its query, as it came. */
  readonly path: string;
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

/** Listens on `port` of 127.0.0.1 (0: any free one). What `answer` throws is a 500 with its message. */
export async function startService(answer: Answer, port: number): Promise<Service> {
  const requests: RecordedRequest[] = [];
  let url = "";
  const server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    requests.push({ method, path, headers });
    try {
      answer(request, response, url);
    } catch (error) {
      response.writeHead(500, { "Content-Type": "text/plain" }).end(String(error));
    }
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, "127.0.0.1", listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`Cannot listen on 127.0.0.1:${port}`);
  url = `http://127.0.0.1:${address.port}`;
  return { url, requests, close: () => closeServer(server) };
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((closed, failed) => {
    server.close((error) => (error === undefined ? closed() : failed(error)));
    server.closeAllConnections();
  });
}
