/** Reads cases some at a time, which takes a third of the time; one by one where the file is damaged. */
import type { CaseRepository, IndexedCase } from "../write/case-repository.ts";

/** Cases read at a time: of real length some 2 MB. */
const CHUNK_CASES = 100;

/** Each id with a function that returns its case, or null if it is not stored. */
export function* readInChunks(
  cases: CaseRepository,
  ids: Iterable<number>,
): Generator<readonly [id: number, read: () => IndexedCase | null]> {
  for (const chunk of inChunks(ids, CHUNK_CASES)) {
    const read = readAll(cases, chunk);
    for (const id of chunk) yield [id, () => (read === null ? cases.read(id) : (read.get(id) ?? null))];
  }
}

export function* inChunks(ids: Iterable<number>, size: number): Generator<number[]> {
  let chunk: number[] = [];
  for (const id of ids) {
    if (chunk.push(id) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Null if one of the cases cannot be read: then each must be read by itself. */
function readAll(cases: CaseRepository, ids: readonly number[]): Map<number, IndexedCase> | null {
  try {
    return cases.readAll(ids);
  } catch {
    return null;
  }
}
