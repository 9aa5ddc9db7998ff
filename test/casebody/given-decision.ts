/** Decisions for the tests of `opinion-html`. */
import { findElements } from "../../src/casebody/body-tree.ts";
import { parseHtml } from "../../src/casebody/parse-html.ts";
import { hasClass } from "../../src/casebody/vocabulary.ts";
import type { SourceDecision, SourceOpinion } from "../../src/domain/case.ts";

export function givenOpinion(text: string, more: Partial<SourceOpinion> = {}): SourceOpinion {
  return { type: "majority", author: null, joinedBy: null, form: "markup", text, ...more };
}

export function givenDecision(
  opinions: readonly SourceOpinion[],
  more: Partial<SourceDecision> = {},
): SourceDecision {
  return {
    parties: "",
    headMatter: "",
    attorneys: "",
    judges: "",
    syllabus: "",
    headnotes: "",
    summary: "",
    history: "",
    disposition: "",
    firstPage: "",
    lastPage: "",
    opinions,
    ...more,
  };
}

/** The labels of the page marks, in order. */
export function pagesIn(html: string): (string | undefined)[] {
  return findElements(parseHtml(html), (element) => hasClass(element, "page-label")).map(({ attributes }) =>
    attributes.get("data-label"),
  );
}
