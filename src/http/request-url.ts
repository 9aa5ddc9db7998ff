/** A request's address, made plain before anything is decided by it; and the addresses of redirects. */

/**
 * The path and query of a request line, which the parser lets through in ASCII only. The host of an absolute form is
 * dropped, for links never follow it (docs/faults.md, "H10"). Null when the path is not valid percent-encoded UTF-8.
 */
export function plainUrl(raw: string): string | null {
  const local = raw.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const url = local.startsWith("/") ? local : `/${local}`;
  try {
    decodeURIComponent(pathOf(url));
    return url;
  } catch {
    return null;
  }
}

export function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/** The text behind the `?`; empty when there is none. */
export function queryTextOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

/** The same address with a slash at the end of its path, under the base URL. */
export function slashedUrl(baseUrl: string, url: string): string {
  const query = queryTextOf(url);
  return `${baseUrl}${pathOf(url)}/${query === "" ? "" : `?${query}`}`;
}

/** The list of cases that bear a citation; the request's other parameters are kept (docs/interface.md, "Paths"). */
export function citationUrl(baseUrl: string, cite: string, queryText: string): string {
  const query = new URLSearchParams(queryText);
  query.delete("cite");
  const others = query.size === 0 ? "" : `&${query}`;
  return `${baseUrl}/v1/cases/?${new URLSearchParams({ cite })}${others}`;
}
