/**
 * A body before it has a form: one tree from which text, XML and HTML are written, each by its own rule.
 *
 * The three writers share this tree and nothing else; a reader's conversion can thus be held against two independent
 * results.
 */

export type Inline =
  | { readonly kind: "text" | "em"; readonly text: string }
  | { readonly kind: "mark" | "page" | "bracket"; readonly label: string }
  | {
      readonly kind: "cite";
      readonly cite: string;
      readonly index: number;
      readonly caseIds: readonly number[];
    }
  | { readonly kind: "image"; readonly src: string; readonly width: number; readonly height: number };

/** A paragraph; `name` is its element (docs/formats.md, "The XML of a body"). `id` and `pgmap` come with the page numbers. */
export interface Block {
  readonly name: string;
  readonly inlines: readonly Inline[];
  readonly id: string;
  readonly pgmap: string;
}

export interface Footnote {
  readonly label: string;
  readonly blocks: readonly Block[];
}

export type Part = Block | Footnote;

export interface BodyOpinion {
  readonly type: string | null;
  readonly parts: readonly Part[];
}

export interface Body {
  readonly firstPage: string;
  readonly lastPage: string;
  readonly head: readonly Part[];
  readonly opinions: readonly BodyOpinion[];
  /** What belongs to the head matter but stands after the opinions. */
  readonly tail: readonly Part[];
  readonly corrections: readonly Block[];
}

export function isFootnote(part: Part): part is Footnote {
  return "blocks" in part;
}

/** Every paragraph of a list of parts, those of footnotes too, in order. */
export function blocksOf(parts: readonly Part[]): Block[] {
  return parts.flatMap((part) => (isFootnote(part) ? part.blocks : [part]));
}

/** The body with each inline changed, in document order. */
export function mapInlines(body: Body, change: (inline: Inline) => Inline): Body {
  const inBlock = (one: Block): Block => ({ ...one, inlines: one.inlines.map(change) });
  const inPart = (one: Part): Part =>
    isFootnote(one) ? { ...one, blocks: one.blocks.map(inBlock) } : inBlock(one);
  return {
    ...body,
    head: body.head.map(inPart),
    opinions: body.opinions.map((opinion) => ({ ...opinion, parts: opinion.parts.map(inPart) })),
    tail: body.tail.map(inPart),
    corrections: body.corrections.map(inBlock),
  };
}

/** The body with its words changed. */
export function mapText(body: Body, change: (text: string) => string): Body {
  return mapInlines(body, (one) =>
    one.kind === "text" || one.kind === "em" ? { ...one, text: change(one.text) } : one,
  );
}

/**
 * A paragraph from prose with its marks: `*em*`, `<<citation>>`, `^label^` a footnote's mark, `~n~` a head note's.
 */
export function block(name: string, prose: string): Block {
  const inlines = [...prose.matchAll(/\*([^*]+)\*|<<(.+?)>>|\^([^^]+)\^|~([^~]+)~|[^*<^~]+|./gs)].map(inline);
  return { name, inlines, id: "", pgmap: "" };
}

function inline([whole, em, cite, mark, bracket]: RegExpMatchArray): Inline {
  if (em !== undefined) return { kind: "em", text: em };
  if (cite !== undefined) return { kind: "cite", cite, index: 0, caseIds: [] };
  if (mark !== undefined) return { kind: "mark", label: mark };
  if (bracket !== undefined) return { kind: "bracket", label: bracket };
  return { kind: "text", text: whole };
}
