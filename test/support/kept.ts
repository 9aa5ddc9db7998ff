/** Keeps what a stream hands out only until the next is asked for. */
import type { ArchiveRecord } from "../../src/archive/members.ts";

/** All bytes of a stream. */
export async function keptBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk)));
}

/** All lines as text, the problem of one that has none. */
export async function keptLines(lines: AsyncIterable<ArchiveRecord>): Promise<string[]> {
  return Array.fromAsync(lines, ({ bytes, problem }) => problem ?? bytes.toString());
}
