/** Cases as resources: a case with the list of its parts, and the text of each part. */
import { z } from "zod";
import type { V1 } from "../v1/v1.ts";
import { type CaseOverview, overviewOf, type ReadText, readCase } from "./reading-tools.ts";

/** Characters of a text in one resource, so that it has at most 100 kB. */
export const MAX_RESOURCE_TEXT = 25_000;

const CASES = "caselaw://cases/";

export interface CaseResource extends Omit<CaseOverview, "parts"> {
  readonly parts: readonly (CaseOverview["parts"][number] & { readonly uri: string })[];
}

export function caseResource(v1: V1, { id }: { readonly id: number }): CaseResource {
  const { parts, ...one } = overviewOf(v1, { id });
  return { ...one, parts: parts.map((part) => ({ ...part, uri: `${CASES}${id}/parts/${part.part}` })) };
}

export interface PartResource extends Omit<ReadText, "parts"> {
  /** The rest of the text; null at its end. */
  readonly next_uri: string | null;
}

export function partResource(
  v1: V1,
  { id, part, offset = 0 }: { readonly id: number; readonly part: number; readonly offset?: number },
): PartResource {
  const { parts: _, ...read } = readCase(v1, { id, part, offset }, MAX_RESOURCE_TEXT);
  const next = read.next_offset;
  return { ...read, next_uri: next === null ? null : `${CASES}${id}/parts/${part}/from/${next}` };
}

export type ResourceName = "case" | "part";

export interface ResourceSchema {
  readonly name: ResourceName;
  readonly template: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json" | "text/plain";
  readonly input: z.ZodObject;
}

const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const id = number(1, Number.MAX_SAFE_INTEGER);
const part = number(0, 10_000);
const text = {
  name: "part",
  title: "Text of a case",
  mimeType: "text/plain",
} as const;

export const RESOURCES: readonly ResourceSchema[] = [
  {
    ...{ name: "case", template: `${CASES}{id}`, title: "A case", mimeType: "application/json" },
    description: "Names, citations, court, date, release, and the parts of its text with their SHA-256.",
    input: z.object({ id }),
  },
  {
    ...{ ...text, template: `${CASES}{id}/parts/{part}`, input: z.object({ id, part }) },
    description:
      "Part 0 is the head matter, 1 and up are the opinions. Its citation is in the second content.",
  },
  {
    ...{ ...text, template: `${CASES}{id}/parts/{part}/from/{offset}`, title: "Rest of a text" },
    description: "The text of a part from a character on.",
    input: z.object({ id, part, offset: number(0, 1e9) }),
  },
];
