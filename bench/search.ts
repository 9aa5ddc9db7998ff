/**
 * How well searches find the cases that people judged to be right: MRR@10, recall@10 and @100, nDCG@10, by kind of query, for each way to
 * search. A set of any origin: `queries.tsv` (`id`, kind, text) and `qrels.txt` (`id 0 DOCUMENT GRADE`); where its documents are not the ids of
 * cases, `documents.tsv` gives each its citation.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openV1, type V1 } from "../src/v1/v1.ts";
import { digits, median, table } from "./measure/numbers.ts";

/** How a text is searched: the parameters of a list of cases. */
const WAYS: Readonly<Record<string, (text: string) => Readonly<Record<string, string>>>> = {
  "all words": (text) => ({ search: wordsIn(text).join(" ") }),
  "any word": (text) => ({ search: wordsIn(text).join(" | ") }),
  "match=any": (text) => ({ search: text, match: "any" }),
};
const DEPTH = 100;
const FIRST = 10;

interface Judged {
  readonly kind: string;
  readonly text: string;
  /** By case id, from 1. */
  readonly grades: ReadonlyMap<number, number>;
}

interface Quality {
  readonly reciprocalRank: number;
  readonly recall: number;
  readonly recallDeep: number;
  readonly gain: number;
}

/** @throws Error for a set that cannot be read */
export function benchSearch(args: readonly string[]): Promise<void> {
  const option = (name: string): string | undefined => args[args.indexOf(name) + 1 || args.length];
  const [folder, path] = [option("--set") ?? join(import.meta.dirname, "search-set"), option("--db")];
  if (path === undefined) throw new Error("Name the corpus of the judged cases: --db FILE");
  using v1 = openV1(path, { access: "owner" });
  const { judged, missing } = readSet(folder, v1);
  if (missing.length > 0)
    process.stdout.write(
      `${missing.length} judged cases are not in the corpus: ${missing.slice(0, 5).join(", ")} …\n\n`,
    );
  for (const [way, parametersOf] of Object.entries(WAYS)) {
    const times: number[] = [];
    const found = judged.map((one) => {
      const started = performance.now();
      const { results } = v1.list("cases", {
        ...parametersOf(one.text),
        ordering: "relevance",
        page_size: DEPTH,
      });
      times.push(performance.now() - started);
      return {
        kind: one.kind,
        quality: qualityOf(
          results.map(({ id }) => id),
          one.grades,
        ),
      };
    });
    const kinds = [...Map.groupBy(found, ({ kind }) => kind), ["all", found] as const];
    const rows = kinds.map(([kind, some]) => {
      const mean = (of: keyof Quality) =>
        some.reduce((sum, { quality }) => sum + quality[of], 0) / some.length;
      const values = [mean("reciprocalRank"), mean("recall"), mean("recallDeep"), mean("gain")];
      return [kind, String(some.length), ...values.map((value) => value.toFixed(3))];
    });
    const columns = ["kind", "queries", "MRR@10", "recall@10", "recall@100", "nDCG@10"];
    process.stdout.write(table(`${way}; ${digits(median(times))} ms a query (median)`, columns, rows));
  }
  return Promise.resolve();
}

function wordsIn(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}]+/gu))];
}

function readSet(folder: string, v1: V1): { readonly judged: Judged[]; readonly missing: string[] } {
  const citations = new Map(
    readRows(folder, "documents.tsv", "\t").map(([document = "", cite = ""]) => [document, cite]),
  );
  const idsOf = (document: string): readonly number[] => {
    const cite = citations.get(document);
    if (cite !== undefined) return v1.list("cases", { cite, page_size: DEPTH }).results.map(({ id }) => id);
    return /^\d+$/.test(document) && v1.record("cases", document) !== null ? [Number(document)] : [];
  };
  const missing = new Set<string>();
  const grades = new Map<string, Map<number, number>>();
  for (const [query = "", , document = "", grade] of readRows(folder, "qrels.txt", /\s+/)) {
    if (!(Number(grade) > 0)) continue;
    const ids = idsOf(document);
    if (ids.length === 0) missing.add(document);
    const own = grades.get(query) ?? new Map<number, number>();
    for (const id of ids) own.set(id, Number(grade));
    grades.set(query, own);
  }
  const judged = readRows(folder, "queries.tsv", "\t").flatMap(
    ([id = "", kind = "", text = ""]): Judged[] => {
      const own = grades.get(id);
      return own === undefined || own.size === 0 ? [] : [{ kind, text, grades: own }];
    },
  );
  return { judged, missing: [...missing] };
}

/** No rows if the file is not there. */
function readRows(folder: string, name: string, separator: string | RegExp): string[][] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => line.split(separator));
}

function qualityOf(found: readonly number[], grades: ReadonlyMap<number, number>): Quality {
  const first = found.slice(0, FIRST);
  const rank = first.findIndex((id) => grades.has(id));
  const share = (some: readonly number[]) => some.filter((id) => grades.has(id)).length / grades.size;
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, FIRST);
  return {
    reciprocalRank: rank < 0 ? 0 : 1 / (rank + 1),
    recall: share(first),
    recallDeep: share(found),
    gain: gainOf(first.map((id) => grades.get(id) ?? 0)) / gainOf(ideal),
  };
}

function gainOf(grades: readonly number[]): number {
  return grades.reduce((sum, grade, nth) => sum + (2 ** grade - 1) / Math.log2(nth + 2), 0);
}
