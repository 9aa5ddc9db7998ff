/** The channel of a reader process, for readers that misbehave before they answer. */
import type { Channel } from "../../src/http/readers/answer-questions.ts";
import type { ToReader } from "../../src/http/readers/protocol.ts";

/** @param before called with the search text of each question, or the draft, before the reader takes it */
export function channelWith(before: (search: string | null) => void): Channel {
  return {
    on: (event: string, listener: (message: ToReader) => void) =>
      process.on(event, (message: ToReader) => {
        if (event === "message") before(searchOf(message));
        listener(message);
      }),
    send: (message, handle, options, callback) => process.send?.(message, handle, options, callback) ?? false,
  };
}

function searchOf(message: ToReader): string | null {
  if (message.kind !== "question") return null;
  if (message.question.kind === "check") return Buffer.from(message.question.body).toString("utf8");
  if (!("query" in message.question)) return null;
  return new URLSearchParams(message.question.query).get("search");
}
