/** Whether a server answers: one request, without retries, whose body is not read. */
import { ask } from "./request.ts";
import { openSession, type WebOptions } from "./session.ts";

/** `date`: the header, which is the server's clock. */
export type ServerAnswer =
  | { readonly status: number; readonly date: string | null }
  | { readonly reason: string };

/** @throws CaselawError `invalid` for an address that is no http or https URL; the signal's reason */
export async function askOnce(url: string, options: WebOptions): Promise<ServerAnswer> {
  const session = openSession(options);
  try {
    const answer = await ask(session, url, {});
    if (answer.kind !== "answer") return { reason: answer.reason };
    answer.body.destroy();
    return { status: answer.status, date: answer.header("date") };
  } finally {
    await session.dispatcher.destroy();
  }
}
