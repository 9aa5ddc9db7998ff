/**
 * The memory of the packed texts and tokens of a batch: few blocks instead of several buffers for each case. They are sent to the main
 * thread without a copy, and freed there as soon as the batch is written.
 */

/** A chunk of usual records needs two or three of them. */
const BLOCK_BYTES = 2 ** 16;
/** The first block of a batch: a chunk of known records with a changed one needs no more. */
const FIRST_BYTES = 2 ** 13;

const NOTHING = Buffer.allocUnsafeSlow(0);

export class Blocks {
  #blocks: ArrayBuffer[] = [];
  #last = NOTHING;
  #used = 0;

  readonly allocate = (bytes: number): Uint8Array => {
    if (this.#used + bytes > this.#last.length) {
      const usual = this.#blocks.length === 0 ? FIRST_BYTES : BLOCK_BYTES;
      this.#last = Buffer.allocUnsafeSlow(Math.max(usual, bytes));
      this.#used = 0;
      this.#blocks.push(this.#last.buffer);
    }
    const from = this.#used;
    this.#used += bytes;
    return this.#last.subarray(from, this.#used);
  };

  /** The blocks of all results since the last call. */
  take(): ArrayBuffer[] {
    const taken = this.#blocks;
    this.#blocks = [];
    this.#last = NOTHING;
    this.#used = 0;
    return taken;
  }
}
