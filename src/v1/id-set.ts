/**
 * Sets of case ids as short text: sorted, the differences as varints, in base64url. An id takes some three characters
 * if a thousand ids are spread over all the publisher's cases.
 */

export function writeIdSet(ids: readonly number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    // ids have up to 53 bits: no bit operators
    let rest = id - last;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
    last = id;
  }
  return Buffer.from(bytes).toString("base64url");
}

/** The ids of a text that `writeIdSet` made, ascending. */
export function readIdSet(text: string): number[] {
  const ids: number[] = [];
  let [last, difference, scale] = [0, 0, 1];
  for (const byte of Buffer.from(text, "base64url")) {
    difference += (byte % 128) * scale;
    scale *= 128;
    if (byte > 127) continue;
    last += difference;
    ids.push(last);
    [difference, scale] = [0, 1];
  }
  return ids;
}
