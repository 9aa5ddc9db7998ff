/** Small files by URL, in memory: the listings of a source, as JSON, and files that a volume's zip lacks; and bodies of answers. */

import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { encodingOf, quoted } from "./part.ts";
import { type Answer, ask, causeOf, failureOf, retry, type Tried, type Try, withRetries } from "./request.ts";
import { type Session, withoutToken } from "./session.ts";

/** Bytes of an answer that is not JSON that an error quotes. */
const QUOTED_BYTES = 80;

/** @throws CaselawError as `Web.getJson` in domain/bulk-file; the signal's reason when the run was stopped */
export async function getJson(session: Session, url: string): Promise<unknown> {
  return parseListing(session, url, await getListing(session, url, "application/json"));
}

/** As `getJson`, of a listing in XML. */
export async function getText(session: Session, url: string): Promise<string> {
  const bytes = await getListing(session, url, "application/xml");
  try {
    return decodedText(bytes);
  } catch {
    throw listingError(session, "corrupt", url, "not UTF-8");
  }
}

async function getListing(session: Session, url: string, accept: string): Promise<Buffer> {
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw listingError(session, "invalid", url, "not an http or https URL");
  const tried = await withRetries(session, () => {
    const late = lateListing(session);
    if (late !== null) throw listingError(session, "unreachable", url, late);
    return requestBytes(session, url, accept, (answer) =>
      withinListings(session, readBody(session, answer, session.limits.maxListBytes)),
    );
  });
  if (tried.kind === "done") return tried.value;
  const { cause, reason } = tried;
  const code = cause === "missing" ? "not_found" : cause === "corrupt" ? "corrupt" : "unreachable";
  const hint = cause === "credentials" ? "Give the source's credential with `token`." : undefined;
  throw listingError(session, code, url, reason, hint);
}

/** Why no further listing may be requested, or null. The first call starts the time. */
function lateListing({ clock, limits, run }: Session): string | null {
  run.listingsSince ??= clock.now();
  if (clock.now() - run.listingsSince <= limits.maxListingsMs) return null;
  return `the listings of one run may take ${limits.maxListingsMs / 1000} seconds and took longer`;
}

const [COMMA, BRACKET, BRACE, TAG] = Buffer.from(",[{<");

/**
 * Yields the chunks of one listing while all listings of the run keep within their limits; an interrupted listing is not counted.
 * A listing is parsed in memory, and a value takes more memory than bytes: `[{},{},{},…]` of 256 MiB fills 6 GB. So values are
 * counted before parsing, commas inside strings and tags of XML too, and the sum over all pages is limited (docs/faults.md, "N13").
 *
 * @throws CaselawError `corrupt` (bytes, values) or `unreachable` (time); messages are reasons, without subject
 */
async function* withinListings(session: Session, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { run } = session;
  const { maxListingsBytes, maxListingsValues } = session.limits;
  const tooMuch = (limit: string): CaselawError =>
    new CaselawError("corrupt", `the listings of one run have more than ${limit} together`);
  let [bytes, values] = [run.listedBytes, run.listedValues];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    for (const byte of chunk)
      if (byte === COMMA || byte === BRACKET || byte === BRACE || byte === TAG) values++;
    if (bytes > maxListingsBytes) throw tooMuch(`${maxListingsBytes} bytes`);
    if (values > maxListingsValues) throw tooMuch(`${maxListingsValues} values`);
    const late = lateListing(session);
    if (late !== null) throw new CaselawError("unreachable", late);
    yield chunk;
  }
  [run.listedBytes, run.listedValues] = [bytes, values];
}

/** Whether the parser found no fault before the end. */
function isCut(error: unknown, bytes: Buffer): boolean {
  const message = messageOf(error);
  const [, position] = /^Expected .* at position (\d+)/.exec(message) ?? [];
  const isAtEnd = position !== undefined && Number(position) >= bytes.toString().length;
  return bytes.length > 0 && (isAtEnd || /^(?:Unexpected end of JSON|Unterminated string)/.test(message));
}

function decodedText(bytes: Buffer): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function parseListing(session: Session, url: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(decodedText(bytes));
  } catch (error) {
    const beginning = bytes.length === 0 ? "nothing" : quoted(bytes.subarray(0, QUOTED_BYTES));
    const reason = isCut(error, bytes)
      ? `the JSON is cut after ${bytes.length} bytes`
      : `not JSON, it begins with ${beginning}`;
    throw listingError(session, "corrupt", url, reason);
  }
}

function listingError(
  session: Session,
  code: "invalid" | "not_found" | "unreachable" | "corrupt",
  url: string,
  reason: string,
  hint?: string,
): CaselawError {
  const message = `Cannot read ${shownUrl(url)}: ${messageOf(reason)}`;
  return new CaselawError(code, withoutToken(session, message), { hint });
}

/** The URL without user name and password. */
export function shownUrl(url: string): string {
  const shown = URL.parse(url);
  if (shown === null) return url;
  shown.username = "";
  shown.password = "";
  return shown.href;
}

/** @throws the signal's reason when the run was stopped */
export async function getBytes(session: Session, url: string, maxBytes: number): Promise<Tried<Buffer>> {
  const tried = await withRetries(session, () =>
    requestBytes(session, url, "*/*", (answer) => readBody(session, answer, maxBytes)),
  );
  return tried.kind === "done" ? tried : { ...tried, reason: withoutToken(session, tried.reason) };
}

/** The size of a file, and how many bytes of its beginning came in how many seconds. */
export interface Beginning {
  readonly size: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Reads at most `maxBytes` of the beginning of a file: one request; null if it fails or does not say the size. */
export async function readBeginning(
  session: Session,
  url: string,
  maxBytes: number,
): Promise<Beginning | null> {
  const since = performance.now();
  const answer = await ask(session, url, { range: `bytes=0-${maxBytes - 1}` });
  if (answer.kind !== "answer") return null;
  const { status, header, body } = answer;
  const [, total] = /\/(\d+)$/.exec(header("content-range") ?? "") ?? [];
  const size = Number(status === 206 ? total : status === 200 ? header("content-length") : Number.NaN);
  let bytes = 0;
  try {
    for await (const chunk of Number.isSafeInteger(size) ? body : []) {
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    return null;
  } finally {
    body.destroy();
  }
  return bytes === 0 ? null : { size, bytes, seconds: (performance.now() - since) / 1000 };
}

/** Requests a URL once and reads the body of its answer with status 200. */
async function requestBytes(
  session: Session,
  url: string,
  accept: string,
  bodyOf: (answer: Answer) => AsyncIterable<Buffer>,
): Promise<Try<Buffer>> {
  const answer = await ask(session, url, { accept, "accept-encoding": "gzip" });
  if (answer.kind !== "answer") return answer;
  if (answer.status !== 200) return failureOf(session, answer);
  try {
    return { kind: "done", value: Buffer.concat(await Array.fromAsync(bodyOf(answer))) };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    if (error.code === "unreachable") return retry(error.message);
    return { kind: "failed", reason: error.message, cause: "corrupt" };
  }
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Yields the decoded body, bounded in size, compression ratio and slowness: a server that sends a byte a minute keeps within
 * every idle limit, so each span of time must bring a number of bytes (docs/faults.md, "N8").
 *
 * @param maxBytes of the decoded body
 * @throws CaselawError `unreachable` when the connection breaks, stalls or is too slow; `corrupt` when the body is too long,
 *   or its encoding unknown or wrong; the signal's reason when the run was stopped. Messages are reasons, without subject
 */
export async function* readBody(session: Session, answer: Answer, maxBytes: number): AsyncGenerator<Buffer> {
  const { maxRatio, ratioFromBytes, rateSpanMs, minSpanBytes } = session.limits;
  let [bytes, encodedBytes, bytesBefore] = [0, 0, 0];
  const timer = setInterval(() => {
    const spanBytes = encodedBytes - bytesBefore;
    bytesBefore = encodedBytes;
    if (spanBytes >= minSpanBytes) return;
    const reason = `the server sent ${spanBytes} bytes in ${rateSpanMs} ms`;
    answer.body.destroy(new CaselawError("unreachable", reason));
  }, rateSpanMs);
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of answer.body) {
      encodedBytes += chunk.length;
      yield chunk;
    }
  }
  try {
    for await (const chunk of decode(counted(), encodingOf(answer))) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new CaselawError("corrupt", `longer than ${maxBytes} bytes`);
      if (bytes > ratioFromBytes && bytes > encodedBytes * maxRatio)
        throw new CaselawError("corrupt", `its encoding unpacks to more than ${maxRatio} times its size`);
      yield chunk;
    }
  } catch (error) {
    session.signal.throwIfAborted();
    if (error instanceof CaselawError) throw error;
    const wrong = isDecoderError(error);
    const reason = wrong
      ? `its encoding is broken (${causeOf(error)})`
      : `the connection broke (${causeOf(error)})`;
    throw new CaselawError(wrong ? "corrupt" : "unreachable", reason, { cause: error });
  } finally {
    clearInterval(timer);
    answer.body.destroy();
  }
}

function decode(body: AsyncIterable<Buffer>, encoding: string | null): AsyncIterable<Buffer> {
  if (encoding === null) return body;
  const open = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (open === undefined) throw new CaselawError("corrupt", `an unknown encoding, "${encoding}"`);
  // the decoder reports the errors of both
  return pipeline(body, open(), () => {});
}

/** Whether encoded bytes are wrong. Bytes that only end too early are a broken connection. */
function isDecoderError(error: unknown): boolean {
  return /^(Z_DATA|Z_NEED_DICT|Z_STREAM|ERR_|ZSTD_)/.test(systemCodeOf(error) ?? "");
}
