/** Member names that are refused, and names that are not part of an archive (docs/faults.md, "X3" and "A5"). */

/** Why an archive with such a name is refused, or null. `nameBytes` is its length as written. */
export function nameFault(name: string, nameBytes: number, maxNameBytes: number): string | null {
  if (nameBytes > maxNameBytes) return `a name of ${nameBytes} bytes, over the limit of ${maxNameBytes}`;
  if (name === "" || name.includes("\0")) return "a name that is empty or contains a NUL";
  if (name.includes("\ufffd")) return "a name that is not UTF-8";
  if (/^(?:[/\\]|[A-Za-z]:)/.test(name)) return "an absolute path";
  return name.split(/[/\\]/).includes("..") ? "a path that climbs out" : null;
}

/** Whether a file was added by a system or a site: `.DS_Store`, `__MACOSX/…`, `index.html`, hidden files. */
export function isStray(name: string): boolean {
  const parts = name.split("/");
  return parts.some((part) => part.startsWith(".") || part === "__MACOSX") || parts.at(-1) === "index.html";
}
