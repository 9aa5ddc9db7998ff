/** Decodes the payload of a bag or a bare file; faults are reported with their place. */
import { CaselawError } from "../../domain/errors.ts";
import { archiveFault, reasonOf } from "../fault.ts";
import { guardUnpacked, type Limits, type Packed } from "../limits.ts";
import { decodeXz } from "../lines/xz.ts";

/** Where packed bytes come from. `entry` is null for a bare file. */
export interface PackedSource extends Packed {
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Decodes an `.xz` payload within the limits on what it may unpack to.
 *
 * @throws CaselawError `corrupt` naming the file, the entry, and the byte or the limit.
 */
export async function* unpackXz(source: PackedSource, limits: Limits): AsyncGenerator<Buffer> {
  try {
    yield* guardUnpacked(decodeXz(source.chunks), source, limits);
  } catch (error) {
    // an error with a place comes from the source itself
    if (!(error instanceof CaselawError) || error.at.file !== undefined) throw error;
    throw archiveFault(source.path, source.entry, reasonOf(error), error);
  }
}
