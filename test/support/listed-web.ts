/** A web that holds JSON by address: what a source's listing reads, without a server. */
import type { Selection, Web } from "../../src/domain/bulk-file.ts";
import { CaselawError } from "../../src/domain/errors.ts";

export interface ListedWeb extends Web {
  /** The addresses asked for, in order. */
  readonly asked: readonly string[];
}

/** @param answers by URL; what it lacks is a 404 */
export function listedWeb(answers: Readonly<Record<string, unknown>>): ListedWeb {
  const asked: string[] = [];
  return {
    asked,
    getJson: async (url) => {
      asked.push(url);
      if (Object.hasOwn(answers, url)) return structuredClone(answers[url]);
      throw new CaselawError("not_found", `Cannot read ${url}: the server answered 404`);
    },
  };
}

/** Everything, but for what is given. */
export function selectionOf(more: Partial<Selection> = {}): Selection {
  return { jurisdictions: [], reporters: [], volumes: [], bodyFormat: "both", ...more };
}

/** A collection on one page. */
export function pageOf(results: readonly unknown[], more: object = {}): object {
  return { count: results.length, next: null, previous: null, results, ...more };
}
