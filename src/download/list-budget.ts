/**
 * Limits all listings of one run together: bytes, JSON values and time.
 *
 * A listing is parsed in memory, and a value takes more memory than bytes: `[{},{},{},…]` of 256 MiB fills 6 GB. So values are
 * counted before parsing, and the sum over all pages is limited, not only each page (docs/faults.md, "N13").
 */
import { CaselawError } from "../domain/errors.ts";
import type { WebLimits } from "./limits.ts";

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

export class ListBudget {
  readonly #limits: WebLimits;
  readonly #now: () => number;
  #startedAt: number | null = null;
  #bytes = 0;
  #values = 0;

  /** @param now milliseconds since 1970 */
  constructor(limits: WebLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Why no further listing may be requested, or null. The first call starts the time. */
  get timeFault(): string | null {
    this.#startedAt ??= this.#now();
    const { maxListingsMs } = this.#limits;
    if (this.#now() - this.#startedAt <= maxListingsMs) return null;
    return `the listings of one run may take ${maxListingsMs / 1000} seconds and took longer`;
  }

  /**
   * Yields the chunks of one listing while the run keeps within its limits; an interrupted listing is not counted.
   *
   * @throws CaselawError `corrupt` (bytes, values) or `unreachable` (time); messages are reasons, without subject
   */
  async *guard(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { maxListingsBytes, maxListingsValues } = this.#limits;
    let [bytes, values] = [this.#bytes, this.#values];
    for await (const chunk of chunks) {
      bytes += chunk.length;
      values += valuesIn(chunk);
      if (bytes > maxListingsBytes) throw tooMuch(`${maxListingsBytes} bytes`);
      if (values > maxListingsValues) throw tooMuch(`${maxListingsValues} values`);
      const late = this.timeFault;
      if (late !== null) throw new CaselawError("unreachable", late);
      yield chunk;
    }
    [this.#bytes, this.#values] = [bytes, values];
  }
}

/** The number of JSON values that begin in these bytes, or more: commas inside strings count too. */
function valuesIn(chunk: Buffer): number {
  let values = 0;
  for (const byte of chunk) if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  return values;
}

function tooMuch(limit: string): CaselawError {
  return new CaselawError("corrupt", `the listings of one run have more than ${limit} together`);
}
