/** Cases that a draft names again after it has cited them in full: `In Feist, the Court said`, `The Feist court`. */
import { VERSUS } from "./case-name.ts";
import { countUpTo, type TextRange } from "./draft.ts";
import type { DraftCitation } from "./draft-citations.ts";

/** Under one key, with the citations that have it, ascending: a draft may cite a case ten thousand times. */
type CitedName = PartyName & { readonly key: string; readonly citations: number[] };

interface Mention {
  readonly citation: number;
  readonly start: number;
  /** `In Feist`, `the Feist court`: it is surely the case that is meant, not the party. */
  readonly isOfCase: boolean;
}

interface PartyName {
  readonly words: readonly string[];
  /** Only a part of the party's name. */
  readonly isShortened: boolean;
}

const WORD = /[\p{L}\p{N}](?:[.'’-]{0,3}[\p{L}\p{N}]){0,60}/gu;
const BEFORE_NAME = /\b(?:in|under|per)\s+(?:the\s+)?[*_“"']{0,3}$/i;
/** Also `Feist, ¶ 12`, as cases are cited again by their paragraphs. */
const AFTER_NAME =
  /^[*_”"',]{0,3}(?:(?:['’]s?)?\s+(?:court|majority|dissent|opinion|panel|decision|holding)\b|\s(?:at\s)?¶{1,2}\s?\d)/i;
/** Characters around a name that are read. */
const AROUND = 20;
/** Words before or after the name of a party. */
const OUTER = new Set(
  "the in re ex parte matter of estate appeal application petition guardianship conservatorship co corp inc ltd llc llp lp company corporation incorporated limited et al case".split(
    " ",
  ),
);
/** Words that name no case when they are alone. */
const GENERAL = new Set(
  (
    "state states people commonwealth united city county town village board bank department court university school district " +
    "first second third national american federal general international new north south west east great insurance railroad " +
    "railway trust union association commission commissioner secretary government republic " +
    "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa " +
    "kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada " +
    "hampshire jersey mexico york carolina dakota ohio oklahoma oregon pennsylvania rhode tennessee texas utah vermont virginia " +
    "washington wisconsin wyoming columbia chicago boston philadelphia"
  ).split(" "),
);

export class NamedCases {
  readonly #text: string;
  /** By the first word. */
  readonly #names = new Map<string, CitedName[]>();

  constructor(text: string, citations: readonly DraftCitation[]) {
    this.#text = text;
    for (const [citation, { form, reading }] of citations.entries())
      for (const name of form === "full" && reading !== null ? partyNames(reading.name) : [])
        this.#add(name, citation);
  }

  /**
   * The case that the words before a quotation name; null if none, or several. In its own sentence any name of one case counts.
   *
   * @param sentence where the quotation's sentence begins @param last index of the last citation before
   */
  before(range: TextRange, sentence: number, last: number): number | null {
    const mentions = this.#mentionsIn(range, last);
    const near = mentions.filter(({ start }) => start >= sentence);
    if (near.length === 0) return mentions.filter(({ isOfCase }) => isOfCase).at(-1)?.citation ?? null;
    return onlyOne(near) ?? onlyOne(near.filter(({ isOfCase }) => isOfCase));
  }

  /** The case that the words after a quotation name: `“…,” the Feist court said`. */
  after({ start, end }: TextRange, last: number): number | null {
    const sentence = /^[^.?!]{0,100}/.exec(this.#text.slice(start, end))?.[0] ?? "";
    const mentions = this.#mentionsIn({ start, end: start + sentence.length }, last);
    return onlyOne(mentions.filter(({ isOfCase }) => isOfCase));
  }

  #add(party: PartyName, citation: number): void {
    const [first = ""] = party.words;
    const known = this.#names.get(first) ?? [];
    this.#names.set(first, known);
    const key = party.words.join(" ");
    const same = known.find((name) => name.key === key && name.isShortened === party.isShortened);
    if (same === undefined) known.push({ ...party, key, citations: [citation] });
    else same.citations.push(citation);
  }

  #mentionsIn({ start, end }: TextRange, last: number): Mention[] {
    const text = this.#text.slice(start, end);
    const words = [...text.matchAll(WORD)];
    return words.flatMap(({ 0: first, index }, nth) => {
      if (!/^[\p{Lu}\p{N}]/u.test(first)) return [];
      const names = (this.#names.get(plain(first)) ?? []).flatMap((name) => {
        const citation = name.words.every((word, at) => plain(words[nth + at]?.[0] ?? "") === word)
          ? name.citations[countUpTo(name.citations, last) - 1]
          : undefined;
        return citation === undefined ? [] : [{ ...name, citation }];
      });
      // of several the longest, and the one that is cited last
      const [name] = names.sort((x, y) => y.words.length - x.words.length || y.citation - x.citation);
      const lastWord = words[nth + (name?.words.length ?? 0) - 1];
      if (name === undefined || lastWord === undefined) return [];
      const after = this.#text.slice(start + lastWord.index + lastWord[0].length, end).slice(0, AROUND);
      const isOfCase =
        BEFORE_NAME.test(this.#text.slice(Math.max(0, start + index - AROUND), start + index)) ||
        AFTER_NAME.test(after);
      return name.isShortened && !isOfCase
        ? []
        : [{ citation: name.citation, start: start + index, isOfCase }];
    });
  }
}

function onlyOne(mentions: readonly Mention[]): number | null {
  const [first, second] = new Set(mentions.map(({ citation }) => citation));
  return first === undefined || second !== undefined ? null : first;
}

function partyNames(name: string): PartyName[] {
  return name.split(VERSUS).flatMap((party) => {
    const words = (party.match(WORD) ?? []).map(plain);
    while (OUTER.has(words[0] ?? "")) words.shift();
    while (OUTER.has(words.at(-1) ?? "")) words.pop();
    if (words.every((word) => GENERAL.has(word))) return [];
    const alone = words.length === 1 ? [] : [words[0] ?? "", words.length === 2 ? (words[1] ?? "") : ""];
    const shortened = alone.filter((word) => word.length > 2 && !GENERAL.has(word));
    return [
      ...shortened.map((word) => ({ words: [word], isShortened: true })),
      { words, isShortened: false },
    ];
  });
}

function plain(word: string): string {
  return word
    .toLowerCase()
    .replace(/['’]s$/, "")
    .replace(/[.'’]/g, "");
}
