/**
 * A clause as a list of tokens, each with a class that is one letter, so that a rule is a short pattern over these letters
 * (treatment/sentence-rules).
 */

/** What a later decision does to an earlier one. */
export type Verb =
  | "overruled"
  | "reversed"
  | "vacated"
  | "abrogated"
  | "superseded"
  | "disapproved"
  | "questioned"
  | "distinguished"
  | "followed";

interface Token {
  readonly text: string;
  /** Offset in the clause. */
  readonly at: number;
}

export interface TokenisedClause {
  /** One letter for each token: see `CLASSES` and `VERBS`. */
  readonly classes: string;
  readonly tokens: readonly Token[];
}

/**
 * Forms of the verbs: `p` past or participle, `g` ending with -ing, `v` present or infinitive. Those that are also said of a decision of
 * a lower court in the same case, `reversed` and `vacated`, are `P` and `G`.
 */
const VERBS: readonly (readonly [verb: Verb, forms: RegExp])[] = [
  ["overruled", /^(?:(?<p>overruled)|(?<g>overruling)|(?<v>overrules?))$/i],
  ["reversed", /^(?:(?<P>reversed|rev['’]d)|(?<G>reversing|rev['’]g))$/i],
  ["vacated", /^(?:(?<P>vacated|vac['’]d)|(?<G>vacating))$/i],
  ["abrogated", /^(?:(?<p>abrogated)|(?<g>abrogating)|(?<v>abrogates?))$/i],
  ["superseded", /^(?:(?<p>superseded)|(?<g>superseding))$/i],
  ["disapproved", /^(?:(?<p>disapproved)|(?<g>disapproving)|(?<v>disapproves?))$/i],
  ["questioned", /^(?:(?<p>questioned|critici[zs]ed)|(?<g>questioning|critici[zs]ing)|(?<v>question))$/i],
  ["distinguished", /^(?:(?<p>distinguished)|(?<g>distinguishing)|(?<v>distinguish(?:es)?))$/i],
  ["followed", /^(?:(?<p>followed)|(?<g>following)|(?<v>follows?))$/i],
];

/**
 * `c` a cited case, `z` a statute or another work; `q` a limit such as `in part`, `r` that another case reports it, `u` *sub nom.*, `A` what is said of the
 * same case without changing it; `e` distinguishable; `n` no or not; `f` declined to; `a` an adverb, `h` a form of *be*; `b` by, `i` in, `o` of; `s` law that is
 * no case; `w` we, `t` an article, `k` a court, `l` a lower court, `m` what a decision is or has, `y` and, `j` a conjunction. Other words are `X` with a capital,
 * else `x`; other characters are themselves.
 */
const CLASSES: readonly (readonly [letter: string, forms: RegExp])[] = [
  ["c", /^⟦/],
  ["z", /^§/],
  [
    "q",
    /^(?:in (?:relevant |pertinent )?part\b|(?:on|upon) (?:other|another|different|unrelated|independent|alternate|alternative|procedural) (?:grounds?|points?)|on (?:that|this) (?:point|issue)|as to\b|to the extent\b|insofar as\b|partially\b|partly\b|as moot\b)/i,
  ],
  ["r", /^(?:as|, as) (?:stated|recogni[sz]ed|noted|explained|acknowledged|discussed) (?:in|by)\b/i],
  ["u", /^sub\.? nom\.?/i],
  [
    "A",
    /^(?:aff(?:irmed|['’]d|d)|modified|remanded|adhered to|(?:on|after) (?:remand|rehearing|appeal|reconsideration)|(?:mem|per curiam)\b\.?)/i,
  ],
  ["e", /^distinguishable\b/i],
  ["n", /^(?:not|never|no longer|nor|cannot)\b/i],
  ["f", /^(?:declin(?:ed?|es|ing)|refus(?:ed?|es|ing)) to\b/i],
  [
    "a",
    /^(?:hereby|now|expressly|explicitly|specifically|thereby|therefore|thus|accordingly|today|later|subsequently|since|then|also|recently|clearly|readily|easily|plainly|factually|further|likewise|similarly|therein|previously|necessarily|overtly|itself|both|all|each|too|so)\b/i,
  ],
  ["h", /^(?:(?:has|have|had) been|is|are|was|were|being|having been)\b/i],
  ["b", /^by\b/i],
  ["i", /^in\b/i],
  ["o", /^(?:of|from)\b/i],
  ["s", /^(?:statute|rule|legislation|constitutional amendment|amendment|act|regulation)\b/i],
  ["w", /^we\b/i],
  ["l", /^(?:trial|district|lower|circuit|superior|county|chancery|bankruptcy) (?:court|judge)s?\b/i],
  ["k", /^(?:court|courts|majority)\b/i],
  ["t", /^(?:the|this|our|its|an?|that portion of|so much of|those portions of)\b/i],
  [
    "m",
    /^(?:holdings?|judgments?|decisions?|opinions?|rulings?|cases?|reasoning|language|rule|facts|circumstances|situation|(?:continu(?:ed|ing) )?(?:validity|viability|vitality|soundness|correctness))\b/i,
  ],
  ["y", /^(?:and|or|&|as well as)(?=\s)/i],
  ["j", /^(?:that|because|although|though|while|but|where|which|who|as)\b/i],
];
/** A word, a mark or another character. */
const NEXT = /⟦\d+⟧|[\p{L}\d$](?:[\p{L}\d’'&-]|\.(?=\p{L}))*\.?|[^\s\p{L}\d]/uy;
/** Longer than any entry of `CLASSES`. */
const MAX_ENTRY = 40;

export function tokenise(clause: string): TokenisedClause {
  const tokens: Token[] = [];
  let classes = "";
  for (let at = 0; at < clause.length; ) {
    if (/\s/.test(clause.charAt(at))) {
      at++;
      continue;
    }
    const [letter, text] = readToken(clause, at);
    classes += letter;
    tokens.push({ text, at });
    at += text.length;
  }
  return { classes, tokens };
}

function readToken(clause: string, at: number): readonly [letter: string, text: string] {
  NEXT.lastIndex = at;
  const word = NEXT.exec(clause)?.[0] ?? clause.charAt(at);
  const rest = clause.slice(at, at + MAX_ENTRY);
  for (const [letter, forms] of CLASSES) {
    const entry = forms.exec(rest)?.[0];
    if (entry !== undefined) return letter === "c" || letter === "z" ? [letter, word] : [letter, entry];
  }
  const bare = word.replace(/\.$/, "");
  const verb = VERBS.find(([, forms]) => forms.test(bare));
  const [form] = Object.entries(verb?.[1].exec(bare)?.groups ?? {}).filter(([, text]) => text !== undefined);
  // a full stop ends a sentence, and is no part of the verb
  if (form !== undefined) return [form[0], bare];
  if (!/[\p{L}\d]/u.test(word)) return [word, word];
  return [/^\p{Lu}/u.test(word) ? "X" : "x", word];
}

/** The verb of a token with class `p`, `g`, `v`, `P` or `G`. */
export function verbOf(token: string): Verb | null {
  return VERBS.find(([, forms]) => forms.test(token))?.[0] ?? null;
}
