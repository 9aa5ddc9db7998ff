/** The attributes of the elements that become links in HTML (docs/formats.md, "XML to HTML"). */
import type { BodyElement } from "../body-tree.ts";
import type { LinkPlan } from "../link-plan.ts";
import { dataAttributes, type HtmlAttributes } from "./html-attributes.ts";

type LinkWriter = (element: BodyElement, plan: LinkPlan) => HtmlAttributes;

const LINKS: ReadonlyMap<string, LinkWriter> = new Map([
  ["bracketnum", bracketNumber],
  ["extracted-citation", citation],
  ["footnotemark", footnoteMark],
  ["page-number", pageLabel],
]);

/** Whether an element is a link in HTML. */
export function isLink(element: BodyElement): boolean {
  return LINKS.has(element.name);
}

/** The attributes of a link, class last. Empty for an element that is not a link. */
export function linkAttributes(element: BodyElement, plan: LinkPlan): HtmlAttributes {
  return LINKS.get(element.name)?.(element, plan) ?? [];
}

function footnoteMark(element: BodyElement, plan: LinkPlan): HtmlAttributes {
  const number = plan.marks.get(element);
  const ends: HtmlAttributes =
    number === undefined
      ? []
      : [
          ["id", `ref_footnote_${number}`],
          ["href", `#footnote_${number}`],
        ];
  return [...ends, ...dataAttributes(element), ["class", "footnotemark"]];
}

function pageLabel(element: BodyElement): HtmlAttributes {
  const label = element.attributes.get("label");
  const ends: HtmlAttributes =
    label === undefined
      ? []
      : [
          ["id", `p${label}`],
          ["href", `#p${label}`],
        ];
  return [...ends, ...dataAttributes(element), ["class", "page-label"]];
}

function bracketNumber(element: BodyElement, plan: LinkPlan): HtmlAttributes {
  const id = plan.headnotes.get(element);
  const href = id === undefined ? undefined : `#${id}`;
  return [
    ["id", element.attributes.get("id")],
    ["href", href],
    ...dataAttributes(element),
    ["class", "bracketnum"],
  ];
}

function citation(element: BodyElement): HtmlAttributes {
  return [["id", element.attributes.get("id")], ...dataAttributes(element), ["class", "citation"]];
}
