/**
 * Requests and answers as lines of JSON over streams. When the input ends, the requests that were read are still answered; the
 * transport of the protocol's SDK drops them.
 */
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
  /** Resolves when the input has ended and every request is answered, or the output is closed. */
  readonly done: Promise<void>;
  readonly #input: Readable;
  readonly #write: (text: string) => Promise<void>;
  readonly #unanswered = new Set<RequestId>();
  #hasEnded = false;
  #finish: () => void = () => undefined;
  /** Goes on with the input. */
  #goOn: () => void = () => undefined;

  constructor(input: Readable, write: (text: string) => Promise<void>) {
    this.#input = input;
    this.#write = write;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  async start(): Promise<void> {
    void this.#readAll();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#write(serializeMessage(message));
    } catch (error) {
      this.#finish();
      throw error;
    }
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#markAnswered(message.id);
  }

  async close(): Promise<void> {
    this.#finish();
    this.onclose?.();
  }

  async #readAll(): Promise<void> {
    const lines = new ReadBuffer();
    try {
      for await (const chunk of this.#input) await this.#read(lines, chunk);
      // the last line may have no end
      await this.#read(lines, Buffer.from("\n"));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    this.#hasEnded = true;
    this.#markAnswered(undefined);
  }

  async #read(lines: ReadBuffer, chunk: Buffer): Promise<void> {
    lines.append(chunk);
    for (let isMore = true; isMore; ) {
      try {
        const message = lines.readMessage();
        isMore = message !== null;
        if (message !== null) this.#deliver(message);
        if (this.#unanswered.size >= MAX_UNANSWERED)
          await new Promise<void>((resolve) => {
            this.#goOn = resolve;
          });
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
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
    if (id !== undefined) this.#unanswered.delete(id);
    this.#goOn();
    if (this.#hasEnded && this.#unanswered.size === 0) this.#finish();
  }
}
