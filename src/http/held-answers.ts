/** The rests of answers that clients have not taken yet, within `MAX_HELD_BYTES`: the one that waited longest goes first. */
import { MAX_HELD_BYTES } from "./limits.ts";

export class HeldAnswers {
  readonly #onLost: (id: number) => void;
  readonly #maxBytes: number;
  /** In order of use, the longest unused first. */
  readonly #rests = new Map<number, Buffer[]>();
  #bytes = 0;

  /** @param onLost told the id of a rest that is let go */
  constructor(onLost: (id: number) => void, maxBytes: number = MAX_HELD_BYTES) {
    this.#onLost = onLost;
    this.#maxBytes = maxBytes;
  }

  /** Keeps a rest; the newest is kept whatever its size, since it is about to be taken. */
  hold(id: number, rest: Buffer[]): void {
    if (rest.length === 0) return;
    this.#rests.set(id, rest);
    this.#bytes += sizeOf(rest);
    for (const [oldest] of this.#rests) {
      if (this.#bytes <= this.#maxBytes || oldest === id) return;
      this.drop(oldest);
      this.#onLost(oldest);
    }
  }

  /** The next piece, or null when nothing of that id is held. */
  next(id: number): Buffer | null {
    const rest = this.#rests.get(id);
    const piece = rest?.shift();
    if (rest === undefined || piece === undefined) return null;
    this.#bytes -= piece.length;
    this.#rests.delete(id);
    if (rest.length > 0) this.#rests.set(id, rest);
    return piece;
  }

  drop(id: number): void {
    this.#bytes -= sizeOf(this.#rests.get(id) ?? []);
    this.#rests.delete(id);
  }
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
