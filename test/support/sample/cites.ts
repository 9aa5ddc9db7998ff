/** The citations inside a body: numbered and linked to cases of the sample, and listed as the publisher lists them. */
import { type Body, blocksOf, mapInlines, type Part } from "./body.ts";
import type { Shelf } from "./reports.ts";
import { REPORTER } from "./world.ts";

export interface CiteTo {
  readonly cite: string;
  readonly reporter: string;
  readonly category: string;
  readonly year: number | null;
  readonly caseIds: readonly number[];
  /** How often it is cited. */
  readonly weight: number;
  /** The opinion that cites it, from 0; -1 is the head matter. */
  readonly opinion: number;
}

/** The body with its citations numbered in order and joined to the cases that bear them. */
export function linkCites(body: Body, shelf: Shelf): Body {
  let index = 0;
  return mapInlines(body, (inline) =>
    inline.kind === "cite" ? { ...inline, index: index++, caseIds: shelf.idsOf(inline.cite) } : inline,
  );
}

/** Each citation once, in the order of its first place. */
export function citesOf(body: Body, shelf: Shelf): CiteTo[] {
  const found = new Map<string, CiteTo>();
  const look = (parts: readonly Part[], opinion: number) => {
    for (const inline of blocksOf(parts).flatMap((block) => block.inlines)) {
      if (inline.kind !== "cite") continue;
      const before = found.get(inline.cite);
      const first = before ?? {
        ...describe(inline.cite, shelf),
        caseIds: inline.caseIds,
        weight: 0,
        opinion,
      };
      found.set(inline.cite, { ...first, weight: first.weight + 1 });
    }
  };
  look(body.head, -1);
  body.opinions.forEach((opinion, i) => {
    look(opinion.parts, i);
  });
  return [...found.values()];
}

function describe(cite: string, shelf: Shelf): Pick<CiteTo, "cite" | "reporter" | "category" | "year"> {
  const reporter = /^\d+ (.+) \S+$/.exec(cite)?.[1] ?? cite.replace(/ \d+$/, "");
  const ours = Object.values(REPORTER).some(({ shortName }) => shortName === reporter);
  const year = shelf.cases.find((one) => one.cite === cite)?.year ?? null;
  return { cite, reporter, category: ours ? "reporters:state" : "reporters:specialty", year };
}
