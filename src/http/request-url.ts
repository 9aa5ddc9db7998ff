/** Normalises the URL of a request, and builds the URLs of redirects. */

/**
 * Path and query of a request line, which the parser accepts in ASCII only. The host of an absolute URL is removed, because
 * links must not follow it (docs/faults.md, "H10"). Null if the path is not valid percent-encoded UTF-8.
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

/** The text after the `?`; empty without a `?`. */
export function queryTextOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

/** The same path with a slash at its end, under the base URL. */
export function slashedUrl(baseUrl: string, url: string): string {
  const query = queryTextOf(url);
  return `${baseUrl}${pathOf(url)}/${query === "" ? "" : `?${query}`}`;
}

/** The list of the cases with a citation; the request's other parameters are kept (docs/interface.md, "Paths"). */
export function citationUrl(baseUrl: string, cite: string, queryText: string): string {
  const query = new URLSearchParams(queryText);
  query.delete("cite");
  const others = query.size === 0 ? "" : `&${query}`;
  return `${baseUrl}/v1/cases/?${new URLSearchParams({ cite })}${others}`;
}
