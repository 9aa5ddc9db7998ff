/**
 * Filters on single opinions (`author_type`, `author__cites_to…`), on what is cited (`cites_to.reporter`, `cites_to.category`), and on
 * the cited cases (`cites_to__jurisdiction=nc`).
 */
import type { CitedField, OpinionFilter } from "../../domain/query.ts";
import { citedAs } from "../lookup.ts";
import { fine, type Messages, mapped, type ParameterValues, refused } from "../parameter.ts";
import type { CaseParameter } from "./case-part.ts";

const CITED_FIELDS: Readonly<Record<CitedField, string>> = {
  "cites_to.reporter": "short name of a reporter",
  "cites_to.category": "category of the source, like reporters:federal",
};
const OF_AUTHOR = "author__";
const OF_CITED = "cites_to__";
/** They are no filters, or the cited cases would have to be looked up twice. */
const NOT_OF_CITED: ReadonlySet<string> = new Set([
  ...["full_case", "body_format", "ordering", "seed", "facet", "count", "preview"],
  ...["cites_to", "cited_by"],
]);

export const CITING_PARAMETERS: readonly CaseParameter[] = [
  {
    name: "author_type",
    describes:
      "AUTHOR:TYPE, like scalia:dissent: words of the author and type of one opinion; repeatable: all of them",
    repeatable: true,
    read: (values) => {
      const opinions: OpinionFilter[] = [];
      for (const value of values) {
        const at = value.lastIndexOf(":");
        const [author, type] = [value.slice(0, Math.max(at, 0)), value.slice(at + 1)];
        if (!/[\p{L}\p{N}]/u.test(author) || type === "")
          return refused("Expected AUTHOR:TYPE, like scalia:dissent.");
        opinions.push({ author, type });
      }
      return fine({ filter: { opinions } });
    },
  },
  ...Object.entries(CITED_FIELDS).flatMap(([name, describes]): CaseParameter[] => {
    const field = name as CitedField;
    return [
      {
        ...{ name, suffixOf: name, repeatable: true },
        describes: `${describes}: cited in the source's cites_to; repeatable: any of them`,
        read: (values) => {
          const spans = values.map((value) => ({ is: value }));
          return fine({ filter: { conditions: [{ field, kind: "among", spans }] } });
        },
      },
      {
        ...{ name: OF_AUTHOR + name, suffixOf: name, repeatable: true },
        describes: `${describes}: cited in an opinion of the author; repeatable: any of them`,
        read: (values) => byAuthor({ cited: { field, values } }),
      },
    ];
  }),
  {
    ...{ name: `${OF_AUTHOR}cites_to`, suffixOf: "cites_to" },
    describes: "id or citation of a case that an opinion of the author cites",
    read: ([text], lookup) => byAuthor({ citesTo: citedAs(text, lookup) }),
  },
];

function byAuthor(opinion: Omit<OpinionFilter, "author">): ReturnType<CaseParameter["read"]> {
  return fine({ filter: { opinions: [{ author: "", ...opinion }] } });
}

/** For each filter, the same filter on the cited cases. */
export function citedParameters(table: readonly CaseParameter[]): CaseParameter[] {
  return table
    .filter(({ name }) => !NOT_OF_CITED.has(name))
    .map((one) => ({
      ...one,
      ...{ name: OF_CITED + one.name, suffixOf: one.suffixOf ?? one.name },
      describes: `of a cited case: ${one.describes}`,
      read: (values, lookup) =>
        mapped(one.read(values, lookup), ({ filter = {} }) => ({ filter: { citesToCases: filter } })),
    }));
}

/** The filters on the opinions of an author need `author`. */
export function authorFaults(values: ParameterValues): Messages {
  if (values.has("author")) return {};
  const names = [...values.keys()].filter((name) => name.startsWith(OF_AUTHOR));
  return Object.fromEntries(names.map((name) => [name, ["Needs author."]]));
}
