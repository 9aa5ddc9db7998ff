/** Tools of the Model Context Protocol, run by the reader processes. */
import { buffer } from "node:stream/consumers";
import type { AskTool, ToolAnswer } from "../mcp/server.ts";
import type { Setting } from "../v1/v1.ts";
import { bodyOf } from "./readers/answer-body.ts";
import { type ReaderPool, Unanswered } from "./readers/reader-pool.ts";

/** @param connection whose calls take turns with those of others */
export function askTools(pool: ReaderPool, setting: Setting, connection: object): AskTool {
  return async (name, input, signal): Promise<ToolAnswer> => {
    const question = { kind: "tool", name, input, setting } as const;
    try {
      const answer = await pool.answer(question, { signal, connection });
      const body = bodyOf(pool, question, answer);
      const text = (Buffer.isBuffer(body) ? body : await buffer(body)).toString("utf8");
      const value = JSON.parse(text) as Record<string, unknown>;
      return answer.head.status === 200 ? { result: value } : { failure: failureOf(value) };
    } catch (error) {
      if (error instanceof Unanswered) return { failure: `${error.message} Ask for less, or again later.` };
      throw error;
    }
  };
}

/** An error body: a detail, or messages by parameter. */
function failureOf(body: Readonly<Record<string, unknown>>): string {
  if (typeof body.detail === "string") return body.detail;
  return Object.entries(body)
    .map(([name, messages]) => `${name}: ${[messages].flat().join(" ")}`)
    .join("; ");
}
