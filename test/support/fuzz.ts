/**
 * Damage by chance, and how much of it. A fuzzer runs some seconds with a seed of its own; `CASELAW_FUZZ=50` makes fifty
 * times as many tries, `CASELAW_SEED=7` others. What was found once stands as an example in the test that found it.
 */
import fc from "fast-check";

const FACTOR = Number(process.env.CASELAW_FUZZ ?? 1);

/** Of a sweep: the first `count` steps, and all of them in `npm run test:long`. */
export function sweep<T>(steps: readonly T[], count: number): readonly T[] {
  return FACTOR > 1 ? steps : steps.slice(0, count);
}

/** Parameters of `fc.assert` for a fuzzer of `tries` tries. */
export function fuzzing(tries: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: Math.ceil(tries * FACTOR), seed: Number(process.env.CASELAW_SEED ?? 20_240_304) };
}

/** Numbers from 0 to below 1, always the same for a seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** One wound. `at` and `to` are places as parts of the length. */
interface Wound {
  readonly kind: "flip" | "cut" | "drop" | "repeat" | "put" | "zero";
  readonly at: number;
  readonly to: number;
  readonly byte: number;
}

const wound: fc.Arbitrary<Wound> = fc.record({
  kind: fc.constantFrom("flip", "flip", "flip", "cut", "drop", "repeat", "put", "zero"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.nat(255),
});

/** One to three wounds; none of them makes the bytes much longer. */
export const wounds = fc.array(wound, { minLength: 1, maxLength: 3 });

/** A damaged copy. */
export function damaged(bytes: Buffer, all: readonly Wound[]): Buffer {
  return all.reduce(damagedOnce, Buffer.from(bytes));
}

function damagedOnce(bytes: Buffer, { kind, at, to, byte }: Wound): Buffer {
  const place = (part: number): number => Math.min(Math.floor(part * bytes.length), bytes.length - 1);
  if (bytes.length === 0) return bytes;
  const [start, end] = [place(Math.min(at, to)), place(Math.max(at, to)) + 1];
  const few = Math.min(end, start + 64);
  switch (kind) {
    case "flip":
      bytes.writeUInt8(bytes.readUInt8(place(at)) ^ (1 << (byte % 8)), place(at));
      return bytes;
    case "put":
      bytes.writeUInt8(byte, place(at));
      return bytes;
    case "zero":
      return bytes.fill(0, start, few);
    case "cut":
      return bytes.subarray(0, place(at));
    case "drop":
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(few)]);
    case "repeat":
      return Buffer.concat([bytes.subarray(0, few), bytes.subarray(start)]);
  }
}

/** A text with pieces of `tokens` put in, and parts of it dropped, doubled or moved. */
export function mangled(text: fc.Arbitrary<string>, tokens: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(20),
    kind: fc.constantFrom("put", "put", "drop", "double", "swap"),
    token: fc.constantFrom(...tokens),
  });
  return fc.tuple(text, fc.array(change, { minLength: 1, maxLength: 4 })).map(([whole, changes]) =>
    changes.reduce((now, { at, length, kind, token }) => {
      const start = Math.floor(at * now.length);
      const [before, part, rest] = [
        now.slice(0, start),
        now.slice(start, start + length),
        now.slice(start + length),
      ];
      if (kind === "put") return before + token + part + rest;
      if (kind === "drop") return before + rest;
      return kind === "double" ? before + part + part + rest : before + rest + part;
    }, whole),
  );
}

/** A text with whole pieces of markup put in behind its tags: mostly well-formed still, if they are. */
export function decorated(text: fc.Arbitrary<string>, tokens: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.nat(1_000), fc.constantFrom(...tokens));
  return fc.tuple(text, fc.array(piece, { minLength: 1, maxLength: 4 })).map(([whole, pieces]) =>
    pieces.reduce((now, [place, token]) => {
      const tags = [...now.matchAll(/>/g)].slice(0, -1);
      const at = (tags[place % Math.max(1, tags.length)]?.index ?? now.length - 1) + 1;
      return now.slice(0, at) + token + now.slice(at);
    }, whole),
  );
}
