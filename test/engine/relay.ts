/** Passes the requests of a program on to an engine, and lets a test act at any of them. */
import { once } from "node:events";
import { createServer, request } from "node:http";

export type Moment = "before" | "after";

export interface Relay extends AsyncDisposable {
  readonly url: string;
  /** Requests so far. */
  count(): number;
}

/** @param act called before the engine gets a request, and after it has answered; with `false` nothing more is passed on */
export async function startRelay(
  target: string,
  act: (number: number, moment: Moment) => boolean,
): Promise<Relay> {
  let count = 0;
  const server = createServer(async (asked, response) => {
    const number = ++count;
    const parts: Buffer[] = [];
    for await (const part of asked) if (part instanceof Buffer) parts.push(part);
    if (!act(number, "before")) return void response.destroy();
    const { method, url = "/", headers } = asked;
    const passed = request(new URL(url, target), {
      method,
      headers: { ...headers, host: new URL(target).host },
    });
    passed.end(Buffer.concat(parts));
    const [answer] = await once(passed, "response");
    const body: Buffer[] = [];
    for await (const part of answer) body.push(part);
    if (!act(number, "after")) return void response.destroy();
    response.writeHead(answer.statusCode, answer.headers).end(Buffer.concat(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
