/**
 * Fills prose templates: `[one|another]` is one of the alternatives, `{slot}` a word of the case at hand.
 *
 * A slot that begins with a capital (`{Plaintiff}`) is the same word with its first letter raised. What a slot gives is
 * filled in turn, so that slots may hold alternatives and other slots.
 */
import type { Random } from "./random.ts";

/** The word for a slot, by its name with a small first letter; undefined when there is no such slot. */
export type Slots = (name: string) => string | undefined;

/** @throws Error for an unknown slot: a mistake in the prose. */
export function fill(template: string, slots: Slots, random: Random): string {
  let text = template;
  for (let round = 0; round < 8 && /[[{]/.test(text); round++) {
    text = text
      .replace(/\[([^[\]{}]*(?:\{[^{}]*\}[^[\]{}]*)*)\]/g, (_, choices: string) =>
        random.pick(choices.split("|")),
      )
      .replace(/\{([^{}]*)\}/g, (_, name: string) => word(name, slots));
  }
  if (/[[\]{}]/.test(text)) throw new Error(`Cannot fill "${template}": left over "${text}"`);
  return text;
}

/** Slots that are drawn once from lists of choices and then stay. */
export function drawnSlots(choices: ReadonlyMap<string, readonly string[]>, random: Random): Slots {
  const drawn = new Map<string, string>();
  return (name) => {
    const list = choices.get(name);
    if (list === undefined) return undefined;
    const value = drawn.get(name) ?? random.fork(name).pick(list);
    drawn.set(name, value);
    return value;
  };
}

export function raised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function word(name: string, slots: Slots): string {
  const small = name.slice(0, 1).toLowerCase() + name.slice(1);
  const value = slots(small);
  if (value === undefined) throw new Error(`Cannot fill slot "${name}": no such slot`);
  return small === name ? value : raised(value);
}
