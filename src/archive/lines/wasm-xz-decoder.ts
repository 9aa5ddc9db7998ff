/**
 * The xz decoder for every machine: WebAssembly of XZ Embedded, strict, without native code.
 *
 * The package's own stream hides how much input was used, and lets one stream at a time decode in a process (a second
 * reader would wait for ever on the first). So its WebAssembly module is driven here: one instance for each decoder.
 */
import xz from "xz-decompress";
import { XZ_REASONS, type XzDecoder, XzFault } from "./xz-decoder.ts";

/** Results of a step, by XZ Embedded's `enum xz_ret`. */
const OK = 0;
const STREAM_END = 1;

/** Why the decoder stopped, by `enum xz_ret`. */
const REASONS: Readonly<Record<number, string>> = {
  3: XZ_REASONS.memory,
  4: XZ_REASONS.dictionary,
  5: XZ_REASONS.format,
  6: XZ_REASONS.options,
  7: XZ_REASONS.data,
  8: XZ_REASONS.end,
};

/**
 * Bytes given to the decoder at once. A fault is in the last of these steps, and the step's output is lost, so steps are
 * short; 1 KiB was as fast as 64 KiB.
 */
const STEP_BYTES = 1024;

interface Module {
  readonly memory: { readonly buffer: ArrayBuffer };
  create_context(): number;
  destroy_context(pointer: number): void;
  supply_input(pointer: number, bytes: number): void;
  get_next_output(pointer: number): number;
}

/** Offsets in the decoder's context, in 32-bit words. */
const BUFFER_BYTES = 0;
const IN_POINTER = 1;
const IN_POSITION = 2;
const IN_BYTES = 3;
const OUT_POINTER = 4;
const OUT_POSITION = 5;

/** Module instances that no decoder uses: their memory (up to 73 MB) never shrinks, so they are reused. */
const idle: Module[] = [];

class WasmXzDecoder implements XzDecoder {
  readonly #module: Module;
  readonly #context: number;
  #consumedBytes = 0;
  #ended = false;

  constructor(module: Module) {
    this.#module = module;
    this.#context = module.create_context();
  }

  *decode(input: Uint8Array): Generator<Buffer> {
    for (let start = 0; start < input.length; start += STEP_BYTES) {
      const step = input.subarray(start, start + STEP_BYTES);
      this.#supply(step);
      yield* this.#drain();
      this.#consumedBytes += step.length;
    }
  }

  *finish(): Generator<Buffer> {
    // the module takes empty input for the end
    this.#supply(new Uint8Array(0));
    yield* this.#drain();
    yield* this.#takeOutput();
    if (!this.#ended) throw new XzFault(this.#consumedBytes, XZ_REASONS.end);
  }

  [Symbol.dispose](): void {
    this.#module.destroy_context(this.#context);
    idle.push(this.#module);
  }

  #supply(step: Uint8Array): void {
    new Uint8Array(this.#module.memory.buffer).set(step, this.#word(IN_POINTER));
    this.#module.supply_input(this.#context, step.length);
  }

  *#drain(): Generator<Buffer> {
    for (;;) {
      const result = this.#module.get_next_output(this.#context);
      const full = this.#word(OUT_POSITION) === this.#word(BUFFER_BYTES);
      if (full || result !== OK) yield* this.#takeOutput();
      if (result === STREAM_END) this.#ended = true;
      else if (result !== OK) throw this.#fault(result);
      if (this.#ended || (!full && this.#word(IN_POSITION) === this.#word(IN_BYTES))) return;
    }
  }

  *#takeOutput(): Generator<Buffer> {
    const bytes = this.#word(OUT_POSITION);
    if (bytes === 0) return;
    const start = this.#word(OUT_POINTER);
    const memory = this.#module.memory.buffer;
    new Uint32Array(memory, this.#context)[OUT_POSITION] = 0;
    yield Buffer.from(memory, start, bytes);
  }

  #fault(result: number): XzFault {
    const offset = this.#consumedBytes + this.#word(IN_POSITION);
    return new XzFault(offset, REASONS[result] ?? `the decoder says ${result}`);
  }

  #word(index: number): number {
    return new Uint32Array(this.#module.memory.buffer, this.#context)[index] ?? 0;
  }
}

/** Makes a decoder; it must be disposed. */
export async function openWasmXzDecoder(): Promise<XzDecoder> {
  return new WasmXzDecoder(idle.pop() ?? (await instantiate()));
}

async function instantiate(): Promise<Module> {
  const source: unknown = xz.XzReadableStream;
  if (!hasLoader(source)) throw new Error("xz-decompress has changed: its module loader is gone");
  await source._getModuleInstance();
  const module: unknown = source._moduleInstance.exports;
  if (!isModule(module)) throw new Error("xz-decompress has changed: its module has other functions");
  return module;
}

interface Loader {
  _getModuleInstance(): Promise<void>;
  readonly _moduleInstance: { readonly exports: unknown };
}

function hasLoader(value: unknown): value is Loader {
  return typeof value === "function" && "_getModuleInstance" in value;
}

function isModule(value: unknown): value is Module {
  const names = ["memory", "create_context", "destroy_context", "supply_input", "get_next_output"];
  return typeof value === "object" && value !== null && names.every((name) => name in value);
}
