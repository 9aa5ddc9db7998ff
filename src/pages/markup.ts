/** HTML by tagged templates that escape whatever is put into them, unless it is such HTML itself. */
import { html, raw } from "hono/html";

/** HTML that is safe without escaping. */
export type Html = ReturnType<typeof raw>;

/** Values are escaped; HTML and lists of it go in as they are; null, undefined and booleans leave nothing. */
export function markup(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const made = html(strings, ...values);
  // the result is a promise only if one of the values is a promise
  if (made instanceof Promise) throw new Error("a promise was put into HTML");
  return made;
}

/** Takes a text for safe HTML. The caller answers for it: only what `casebody/` has sanitised or `text/snippets` escaped may come here. */
export function trusted(html: string): Html {
  return raw(html);
}
