/** What the two xz decoders have in common: native code where it can be loaded, else WebAssembly. Both are strict. */

export interface XzDecoder extends Disposable {
  /** Yields the decoded bytes in chunks of at most 64 KiB; each is valid until the next one is requested. @throws XzFault */
  decode(input: Uint8Array): Generator<Buffer>;
  /** Yields the last chunks. @throws XzFault when the input ended too early */
  finish(): Generator<Buffer>;
}

/** Where (bytes of input, counted from 0) and why the input cannot be decoded. */
export class XzFault extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

/** Why an input cannot be decoded. */
export const XZ_REASONS = {
  memory: "the decoder got no memory",
  dictionary: "its dictionary is over the limit of 64 MiB",
  format: "no xz stream begins here",
  options: "it uses a filter or check that this decoder does not know, or its header is damaged",
  data: "the data is damaged",
  end: "it ends in the middle",
} as const;
