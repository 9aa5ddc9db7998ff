/** The formats in which bibliography programs read a case. */
import { bibtexOf } from "./bibtex.ts";
import type { CaseReference } from "./case-reference.ts";
import { cslOf } from "./csl.ts";
import { risOf } from "./ris.ts";

export const REFERENCE_FORMATS = ["bibtex", "biblatex", "ris", "csl"] as const;
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number];

const WRITERS: Readonly<Record<ReferenceFormat, (one: CaseReference) => string>> = {
  bibtex: (one) => bibtexOf(one),
  biblatex: (one) => bibtexOf(one, "jurisdiction"),
  ris: risOf,
  csl: cslOf,
};

export function writeReference(format: ReferenceFormat, one: CaseReference): string {
  return WRITERS[format](one);
}
