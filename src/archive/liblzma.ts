/**
 * liblzma in native code: it decodes xz three times as fast as the WebAssembly, and is the only encoder.
 *
 * The binaries are those of the package node-liblzma. The published package contains them (config/bundle.ts) and does not depend
 * on that package: npm would compile it, and drop it in silence where there is no compiler. Its version is 5.0.0: the
 * binaries of later ones need a C++ library (GLIBCXX_3.4.31) that Debian 12 and Ubuntu 22.04 do not have. Where it has no
 * binary, a node-liblzma that was compiled on the machine is used.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** liblzma's numbers of actions and results. */
export const LZMA_RUN = 0;
export const LZMA_FINISH = 3;
const [OK, STREAM_END] = [0, 1];

const OUTPUT_BYTES = 64 * 1024;
const NO_INPUT = Buffer.alloc(0);
/** As in the publisher's archives: preset 6, CRC64, LZMA2. A decoder ignores it. */
const ENCODING = { preset: 6, check: 4, filters: [0x21], threads: 1 };

const BINARY = join(`${process.platform}-${process.arch}`, "node-liblzma.node");
/** What to do where this machine has no binary. */
export const LIBLZMA_ADVICE = "Where there is a C++ compiler, install it: npm install -g node-liblzma@5.0.0";

/** One call of `lzma_code`; the input must be a Buffer. */
type Code = (
  ...args: [action: number, input: Buffer, from: number, bytes: number, output: Buffer, to: number]
) => readonly [result: number, unusedInput: number, unusedOutput: number];

interface Stream {
  readonly codeSync: Code;
  close(): void;
}

interface Binding {
  readonly LZMA: new (mode: number, options: typeof ENCODING) => Stream;
  readonly STREAM_ENCODE: number;
  readonly STREAM_DECODE: number;
  versionString(): string;
}

const require = createRequire(import.meta.url);
let loaded: Binding | "none" | null = null;

/** A result of liblzma other than success, after so many bytes of the input. */
export class LzmaFault extends Error {
  readonly result: number;
  readonly usedBytes: number;

  constructor(result: number, usedBytes: number) {
    super(`liblzma returns ${result}`);
    this.result = result;
    this.usedBytes = usedBytes;
  }
}

/** A coder of one input; it must be disposed. */
export class Liblzma implements Disposable {
  readonly #stream: Stream;
  readonly #output = Buffer.allocUnsafeSlow(OUTPUT_BYTES);

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** Yields the output for this input, in chunks that are valid until the next one is requested. @throws LzmaFault */
  *code(action: number, input: Buffer = NO_INPUT): Generator<Buffer> {
    for (let at = 0; ; ) {
      const bytes = input.length - at;
      const [result, unusedInput, unusedOutput] = this.#stream.codeSync(
        action,
        input,
        at,
        bytes,
        this.#output,
        0,
      );
      at += bytes - unusedInput;
      if (unusedOutput < OUTPUT_BYTES) yield this.#output.subarray(0, OUTPUT_BYTES - unusedOutput);
      if (result !== OK && result !== STREAM_END) throw new LzmaFault(result, at);
      if (result === STREAM_END || (action === LZMA_RUN && at === input.length && unusedOutput > 0)) return;
    }
  }

  [Symbol.dispose](): void {
    this.#stream.close();
  }
}

/** Null where this machine has no binary. */
export function openLiblzma(mode: "encode" | "decode"): Liblzma | null {
  const lzma = binding();
  if (lzma === null) return null;
  return new Liblzma(new lzma.LZMA(mode === "encode" ? lzma.STREAM_ENCODE : lzma.STREAM_DECODE, ENCODING));
}

/** For example `5.8.3`; null where this machine has no binary. */
export function liblzmaVersion(): string | null {
  return binding()?.versionString() ?? null;
}

function binding(): Binding | null {
  loaded ??= load();
  return loaded === "none" ? null : loaded;
}

function load(): Binding | "none" {
  for (const path of binaryPaths()) {
    try {
      const module: unknown = require(path);
      if (isBinding(module)) return module;
    } catch {
      // not there, or for another system
    }
  }
  return "none";
}

/** The path within the package is the same from src/archive, dist/archive and the bundle in dist/cli. */
function* binaryPaths(): Generator<string> {
  yield fileURLToPath(new URL(`../../dist/prebuilds/${BINARY}`, import.meta.url));
  let main: string;
  try {
    main = require.resolve("node-liblzma");
  } catch {
    return;
  }
  yield join(main, "..", "..", "prebuilds", BINARY);
  yield join(main, "..", "..", "build", "Release", "node_lzma.node");
}

function isBinding(value: unknown): value is Binding {
  return typeof value === "object" && value !== null && "LZMA" in value && "versionString" in value;
}
