/** Turns the attributes of an XML element into those of its HTML (docs/formats.md, "XML to HTML"). */
import type { BodyElement } from "../body-tree.ts";

/** Attributes in the order they are written; an undefined value leaves the attribute out. */
export type HtmlAttributes = readonly (readonly [name: string, value: string | undefined])[];

/** What an image may be: a picture held in the attribute itself, in one of the harmless formats. */
const IMAGE_SOURCE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i;

/** True of an image source that may be shown; anything else would let a case fetch from elsewhere, or run. */
export function isImageSource(source: string): boolean {
  return IMAGE_SOURCE.test(source);
}

/** The element's own attributes: `id` as it is, every other as `data-<name>`, namespace declarations left out. */
export function ownAttributes(element: BodyElement): HtmlAttributes {
  return [["id", element.attributes.get("id")], ...dataAttributes(element)];
}

/** The same without `id`, for elements that get another one. */
export function dataAttributes(element: BodyElement): HtmlAttributes {
  const names = [...element.attributes.keys()].filter((name) => isRendered(element, name));
  return names.map((name) => [`data-${name}`, element.attributes.get(name)]);
}

/** ` name="value"` for each attribute; of two with one name the first counts, as in HTML. */
export function writeAttributes(attributes: HtmlAttributes): string {
  const written = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (value !== undefined && !written.has(name)) written.set(name, ` ${name}="${escapeValue(value)}"`);
  }
  return [...written.values()].join("");
}

/** Text as it stands in HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeValue(value: string): string {
  return escapeText(value).replaceAll('"', "&quot;");
}

/** HTML folds the case of names: one that would then pass for another attribute is left out. */
function isRendered(element: BodyElement, name: string): boolean {
  if (name === "id" || name === "xmlns" || name.startsWith("xmlns:")) return false;
  const folded = name.toLowerCase();
  return folded === name || (folded !== "type" && !element.attributes.has(folded));
}
