/**
 * Requests and answers as lines of JSON over streams. When the input ends, the requests that were read are still answered; the
 * transport of the protocol's SDK drops them.
 */
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ReadBuffer,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";

/** Requests without an answer, before more are read: far fewer than the readers let wait. */
const MAX_UNANSWERED = 100;
/** Answered only when the server closes. */
const SUBSCRIPTION = "subscriptions/listen";

export class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #input: Readable;
  readonly #write: (text: string) => Promise<void>;
  readonly #unanswered = new Set<RequestId>();
  readonly #answers = new EventEmitter();
  readonly #end = Promise.withResolvers<void>();
  /** Resolves when the input has ended and every request is answered, or the output is closed. */
  readonly closed = this.#end.promise;

  constructor(input: Readable, write: (text: string) => Promise<void>) {
    this.#input = input;
    this.#write = write;
  }

  async start(): Promise<void> {
    void this.#readAll();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#write(serializeMessage(message));
    } catch (error) {
      this.#end.resolve();
      throw error;
    }
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#markAnswered(message.id);
  }

  async close(): Promise<void> {
    this.#end.resolve();
    this.onclose?.();
  }

  async #readAll(): Promise<void> {
    const buffer = new ReadBuffer();
    try {
      for await (const line of createInterface({ input: this.#input })) {
        buffer.append(Buffer.from(`${line}\n`));
        this.#read(buffer);
        await this.#fewerThan(MAX_UNANSWERED);
      }
    } catch (error) {
      this.onerror?.(asError(error));
    }
    await this.#fewerThan(1);
    this.#end.resolve();
  }

  #read(buffer: ReadBuffer): void {
    try {
      const message = buffer.readMessage();
      if (message !== null) this.#deliver(message);
    } catch (error) {
      this.onerror?.(asError(error));
    }
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method !== SUBSCRIPTION) this.#unanswered.add(message.id);
    this.onmessage?.(message);
    if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return;
    // its request is not answered
    const id = message.params?.requestId;
    if (typeof id === "string" || typeof id === "number") this.#markAnswered(id);
  }

  #markAnswered(id: RequestId | undefined): void {
    if (id !== undefined && this.#unanswered.delete(id)) this.#answers.emit("answer");
  }

  async #fewerThan(most: number): Promise<void> {
    while (this.#unanswered.size >= most) await once(this.#answers, "answer");
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
