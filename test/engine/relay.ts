/** Passes the requests of a program on to an engine, and lets a test act when one of them is answered. */
import { once } from "node:events";
import { createServer, request } from "node:http";

interface Relay extends AsyncDisposable {
  readonly url: string;
}

/**
 * @param act called with `GET /path` when the engine has answered; with `false` neither this answer is passed on nor any later request,
 *   as if the program had been killed
 */
export async function startRelay(target: string, act: (asked: string) => boolean): Promise<Relay> {
  let isCut = false;
  const server = createServer(async (asked, response) => {
    if (isCut) {
      response.destroy();
      return;
    }
    const { method, url = "/", headers } = asked;
    const passed = request(new URL(url, target), {
      method,
      headers: { ...headers, host: new URL(target).host },
    });
    asked.pipe(passed);
    const [answer] = await once(passed, "response");
    const body = Buffer.concat(await Array.fromAsync(answer));
    isCut ||= !act(`${method} ${url}`);
    if (isCut) response.destroy();
    else response.writeHead(answer.statusCode, answer.headers).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
