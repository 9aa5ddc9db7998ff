/**
 * Groups operators of other search languages as Westlaw and Lexis do: OR first, then `w/5`, then AND, and NOT last; and writes the
 * groups in our search language, with brackets.
 */

/** An operand, an operator or a bracket. */
export interface SearchItem {
  readonly kind: "operand" | "or" | "and" | "not" | "near" | "(" | ")" | "-";
  /** As this language writes it. */
  readonly text: string;
  /** Of an operand: as an operand of `/5` or NOT; null if it cannot be one. */
  readonly near: string | null;
  /** A single word without operators: with its neighbours it can be a phrase. */
  readonly isWord: boolean;
  /** Whether this language reads it as a word. */
  readonly isOther: boolean;
}

/** Null if the operators have no operands, or services differ in what they mean. */
export function groupedText(items: readonly SearchItem[]): string | null {
  return new Translator(items).translate();
}

/** The items in their order, without groups. */
export function lineOf(items: readonly SearchItem[]): string {
  return items
    .map(({ kind, text }) => (kind === "or" ? "|" : text))
    .join(" ")
    .replace(/([(-]) | (?=\))/g, "$1");
}

/** How many brackets are within each other. */
export function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text.replace(/"[^"]*"/g, "")) {
    if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
  }
  return deepest;
}

/** A part of the text in this language. */
interface Part {
  readonly text: string;
  /** Next to other parts that must all match. */
  readonly inAll: string;
  /** As an operand of `/5` or NOT; null if it cannot be one. */
  readonly near: string | null;
}

/**
 * all := some ("AND" some)* ("NOT" some)*; some := either (near either)?; either := run ("OR" run)*; run := ("-"* operand)+;
 * operand := word | phrase | "(" all ")".
 */
class Translator {
  readonly #items: readonly SearchItem[];
  #at = 0;

  constructor(items: readonly SearchItem[]) {
    this.#items = items;
  }

  translate(): string | null {
    const part = this.#all();
    return part === null || this.#at < this.#items.length ? null : part.text;
  }

  #all(): Part | null {
    const parts: Part[] = [];
    if (this.#kind() !== "not") {
      do {
        const part = this.#some();
        if (part === null) return null;
        parts.push(part);
      } while (this.#accepts("and"));
    }
    const excluded: string[] = [];
    while (this.#accepts("not")) {
      const part = this.#some();
      if (part === null) return null;
      excluded.push(`-${part.near ?? part.inAll}`);
    }
    const [only] = parts;
    if (only !== undefined && parts.length === 1 && excluded.length === 0) return only;
    const text = [...parts.map(({ inAll }) => inAll), ...excluded].join(" ");
    return { text, inAll: parts.length === 0 ? text : `(${text})`, near: null };
  }

  #some(): Part | null {
    const left = this.#either();
    const operator = this.#items[this.#at];
    if (left === null || operator?.kind !== "near") return left;
    this.#at++;
    const right = this.#either();
    // services differ in what a chain means
    if (left.near === null || !right?.near || this.#kind() === "near") return null;
    const text = `${left.near} ${operator.text} ${right.near}`;
    return { text, inAll: `(${text})`, near: null };
  }

  #either(): Part | null {
    const parts: Part[] = [];
    do {
      const part = this.#run();
      if (part === null) return null;
      parts.push(part);
    } while (this.#accepts("or"));
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    const text = parts.map(({ inAll }) => inAll).join(" | ");
    const near = parts.flatMap((part) => part.near ?? []);
    return { text, inAll: `(${text})`, near: near.length < parts.length ? null : `(${near.join(" | ")})` };
  }

  /** Words next to each other: with `w/5` and NOT they are a phrase. */
  #run(): Part | null {
    const parts: Part[] = [];
    let areWords = true;
    for (let kind = this.#kind(); kind === "operand" || kind === "(" || kind === "-"; kind = this.#kind()) {
      areWords &&= this.#items[this.#at]?.isWord === true;
      const part = this.#operand();
      if (part === null) return null;
      parts.push(part);
    }
    const [only] = parts;
    if (only === undefined || parts.length === 1) return only ?? null;
    const text = parts.map(({ inAll }) => inAll).join(" ");
    return { text, inAll: text, near: areWords ? `"${text}"` : null };
  }

  #operand(): Part | null {
    const item = this.#items[this.#at++];
    if (item?.kind === "operand") return { text: item.text, inAll: item.text, near: item.near };
    if (item?.kind === "-") {
      const part = this.#operand();
      return part && { text: `-${part.inAll}`, inAll: `-${part.inAll}`, near: null };
    }
    if (item?.kind !== "(") return null;
    const part = this.#all();
    if (part === null || !(this.#accepts(")") || this.#at >= this.#items.length)) return null;
    return { ...part, text: part.inAll };
  }

  #accepts(kind: SearchItem["kind"]): boolean {
    if (this.#kind() !== kind) return false;
    this.#at++;
    return true;
  }

  #kind(): SearchItem["kind"] | undefined {
    return this.#items[this.#at]?.kind;
  }
}
