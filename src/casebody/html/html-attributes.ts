/** Converts the attributes of an XML element to those of its HTML (docs/formats.md, "XML to HTML"). */
import type { BodyElement } from "../body-tree.ts";

/** Attributes in the order in which they are written. Those with an undefined value are omitted. */
export type HtmlAttributes = readonly (readonly [name: string, value: string | undefined])[];

/** Allowed image sources: data URLs in raster formats. */
const IMAGE_SOURCE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i;

/** Whether an image source is allowed. Others could load from another host, or run code. */
export function isImageSource(source: string): boolean {
  return IMAGE_SOURCE.test(source);
}

/** The attributes of the element: `id` unchanged, all others as `data-<name>`, without namespace declarations. */
export function ownAttributes(element: BodyElement): HtmlAttributes {
  return [["id", element.attributes.get("id")], ...dataAttributes(element)];
}

/** The same without `id`, for elements that get another id. */
export function dataAttributes(element: BodyElement): HtmlAttributes {
  const names = [...element.attributes.keys()].filter((name) => isRendered(element, name));
  return names.map((name) => [`data-${name}`, element.attributes.get(name)]);
}

/** Writes ` name="value"` for each attribute. If two have the same name, the first counts, as in HTML. */
export function writeAttributes(attributes: HtmlAttributes): string {
  const written = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (value !== undefined && !written.has(name)) written.set(name, ` ${name}="${escapeValue(value)}"`);
  }
  return [...written.values()].join("");
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes an attribute value for HTML. */
export function escapeValue(value: string): string {
  return escapeText(value).replaceAll('"', "&quot;");
}

/** HTML ignores the case of names. A name that would then equal another attribute is omitted. */
function isRendered(element: BodyElement, name: string): boolean {
  if (name === "id" || name === "xmlns" || name.startsWith("xmlns:")) return false;
  const folded = name.toLowerCase();
  return folded === name || (folded !== "type" && !element.attributes.has(folded));
}
