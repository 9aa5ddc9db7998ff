/** Stands before a source and hands on what it sends, byte by byte counted: something may be done at a certain byte. */
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { startService } from "./service.ts";

export interface CountingProxy extends AsyncDisposable {
  readonly url: string;
  /** Bytes of bodies sent so far. */
  readonly sent: () => number;
}

/**
 * @param act called once, when `bytes` bytes of all bodies together were sent; the others are sent when what it returns
 *   resolves, or never
 */
export async function startCountingProxy(
  target: string,
  bytes: number,
  act: () => void | Promise<void>,
): Promise<CountingProxy> {
  let left = bytes;
  let acting: { readonly wait: void | Promise<void> } | null = null;
  const pass = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    for await (const chunk of answer) {
      if (!(chunk instanceof Uint8Array)) continue;
      const some = chunk.subarray(0, Math.max(0, left));
      left -= some.length;
      // the bytes are handed to the system before anything happens
      await new Promise<void>((resolve) => void response.write(some, () => resolve()));
      if (left > 0) continue;
      acting ??= { wait: act() };
      if (acting.wait === undefined) return;
      await acting.wait;
      left = Number.MAX_SAFE_INTEGER;
      response.write(chunk.subarray(some.length));
    }
    response.end();
  };
  const service = await startService((asked, response) => {
    const { method, url = "/", headers } = asked;
    const onAnswer = (answer: IncomingMessage): void =>
      void pass(answer, response).catch(() => response.destroy());
    const { host } = new URL(target);
    request(new URL(url, target), { method, headers: { ...headers, host } }, onAnswer).end();
  }, 0);
  return { url: service.url, sent: () => bytes - left, [Symbol.asyncDispose]: service.close };
}
