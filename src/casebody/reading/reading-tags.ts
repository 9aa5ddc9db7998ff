/** The tags of a body on a reading page, with escaped attributes. */
import type { BodyElement } from "../body-tree.ts";
import { type HtmlAttributes, isImageSource, writeAttributes } from "../html/html-attributes.ts";

export function wrapped(tag: string, attributes: HtmlAttributes, inside: string): string {
  return `<${tag}${writeAttributes(attributes)}>${inside}</${tag}>`;
}

/** A link, or an element with the same class if it has no target. @param name its class */
export function linked(
  href: string | undefined,
  { id, name }: { readonly id?: string | undefined; readonly name: string },
  inside: string,
): string {
  const attributes: HtmlAttributes = [
    ["id", id],
    ["href", href],
    ["class", name],
  ];
  return wrapped(href === undefined ? "span" : "a", attributes, inside);
}

/** Nothing if its source is not allowed. */
export function image({ attributes }: BodyElement): string {
  const source = attributes.get("src") ?? "";
  const size = (name: string): string | undefined => /^\d{1,4}$/.exec(attributes.get(name) ?? "")?.[0];
  return isImageSource(source)
    ? `<img${writeAttributes([
        ["src", source],
        ["width", size("width")],
        ["height", size("height")],
        ["alt", "Picture in the printed volume"],
      ])}>`
    : "";
}
