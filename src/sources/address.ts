/**
 * Reads the barcode, id or slug in an address of the interface, where a record does not have it otherwise.
 *
 * Archives have the addresses of three hosts that no longer exist (docs/formats.md, "Lines of a bulk file"), so the host is
 * ignored and no address is stored.
 */

/** The last part of `…/v1/<collection>/<name>/`, decoded; null for another value. */
export function nameInAddress(address: unknown, collection: string): string | null {
  if (typeof address !== "string") return null;
  const parts = address
    .replace(/[?#].*$/s, "")
    .replace(/\/$/, "")
    .split("/");
  const [name, before] = [parts.at(-1), parts.at(-2)];
  if (before !== collection || name === undefined || name === "") return null;
  try {
    return decodeURIComponent(name).toWellFormed();
  } catch {
    return null; // a stray `%`: not an address that the publisher wrote
  }
}

/** The id in `…/v1/<collection>/<id>/`, or null. */
export function idInAddress(address: unknown, collection: string): number | null {
  const name = nameInAddress(address, collection);
  if (name === null || !/^[1-9]\d{0,15}$/.test(name)) return null;
  const id = Number(name);
  return Number.isSafeInteger(id) ? id : null;
}
