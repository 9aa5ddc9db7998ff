/**
 * What a text says later decisions have done to the cases that it cites: who did it, and to whom.
 *
 * The rules are patterns over the classes of tokens (treatment/clause-tokens). Each says which case is the object and which the
 * subject. What they do not fit says nothing: a wrong treatment is worse than none. So nothing is read from what a party argues, from
 * what is denied or only possible, from a quotation where `we` is another court, and from what was done to a judgment below.
 */
import type { TextRange } from "../domain/casebody.ts";
import { type CitedPlace, type Clause, readClauses } from "./cited-clauses.ts";
import { type TokenisedClause, tokenise, type Verb, verbOf } from "./clause-tokens.ts";

/** The strongest first. */
export const TREATMENT_KINDS = [
  "overruled",
  "reversed",
  "vacated",
  "abrogated",
  "superseded",
  "disapproved",
  "not followed",
  "questioned",
  "declined to overrule",
  "distinguished",
  "followed",
] as const;
export type TreatmentKind = (typeof TREATMENT_KINDS)[number];

/** A treatment that a sentence states. */
export interface StatedTreatment {
  readonly kind: TreatmentKind;
  /** As written: `in part on other grounds`; null without. */
  readonly qualifier: string | null;
  /** The place of the case that is treated, and of the case that does it; else who does it, null if it is not said. */
  readonly place: CitedPlace;
  readonly by: CitedPlace | "this court" | "statute" | null;
  readonly sentence: TextRange;
}

/** Words without which no rule fits. */
const VERB_WORDS =
  /overrul|rev['’](?:d|g)|revers(?:ed|ing)|vacat(?:ed|ing)|vac['’]d|abrogat|supersed(?:ed|ing)|disapprov|question|critici[sz]|distinguish|follow(?:ed|ing)?\b/i;

export function treatmentsIn(text: string): StatedTreatment[] {
  const { places, clauses } = readClauses(text, (paragraph) => VERB_WORDS.test(paragraph));
  return clauses.flatMap((clause) =>
    VERB_WORDS.test(clause.text) ? treatmentsInClause(clause, places) : [],
  );
}

/** What a rule found: places of tokens in the clause. */
interface Found {
  readonly objects: readonly number[];
  readonly by: number | "this court" | "statute" | null;
  readonly kind?: TreatmentKind;
}

type Groups = Readonly<Record<string, readonly [number, number] | undefined>>;
type Rule = readonly [pattern: RegExp, read: (found: Reading) => Found | null];

/** A match of a rule, with what is before and after it. */
interface Reading {
  readonly groups: Groups;
  readonly clause: Clause;
  readonly classes: string;
  readonly before: string;
  /** Text before the match. */
  readonly textBefore: string;
  readonly verb: Verb | null;
  readonly start: number;
}

/** Courts and others report the words of parties, what is possible and what is asked with these. */
const NOT_DECIDED =
  /\b(?:argu(?:es?|ed|ing)|arguments?|conten(?:ds?|ded|ding)|contentions?|asserts?|asserted|urg(?:es?|ed|ing)|ask(?:s|ed|ing)?|requests?|requested|invit(?:es?|ed|ing|ation)|suggest(?:s|ed|ing)?|claim(?:s|ed|ing)?|maintain(?:s|ed)?|submit(?:s|ted)?|insist(?:s|ed)?|believes?|whether|if|unless|until|would|should|could|may|might|propos(?:es?|ed)|seeks?|sought|attempts?|attempted|tr(?:y|ies|ied|ying)|presum(?:es?|ed|ably)|assum(?:es?|ed|ing)|perhaps|arguably|not|never|nor|without|cannot|according to|mistaken?|mistakenly|disagree[sd]?|reject(?:s|ed|ing)?|thinks?|thought|view|notion|theory|dissent(?:s|ed|ing)?)\b/i;

/** `c` is the object, `by` the subject, `v` the verb. The parts are explained in `treatment/clause-tokens`. */
const RULES: readonly Rule[] = [
  // A, overruled by statute
  [
    /(?<c>c),?(?:m?h|jh)?m?[aq]*(?<v>p)o?(?:,?q)*,?b(?:t?[xX]?s|z)(?:,?q)*/dg,
    (found) => passive(found, "statute"),
  ],
  // A, overruled on other grounds by the court in B
  [
    /(?<c>c),?(?:jh)?m?a*(?:A(?:,?q)*,?y?)?(?<v>[pP])o?(?:,?yA)?(?:,?q)*,?u?(?<i>[bi]),?u?[XxtkAo&i]{0,8}?(?<by>c)/dg,
    (found) => passive(found, subjectOf(found)),
  ],
  // A, overruled as recognized in B
  [
    /(?<c>c),?(?:jh)?[aq]*(?<v>[pP])o?(?:bt?[xX]?s)?(?:,?q)*,?r[XxtkAo&i]{0,8}?c/dg,
    (found) => passive(found, null),
  ],
  // A, rev'd in part, B
  [
    /(?<c>c),?m?a*(?:A(?:,?q)*,?y?)?(?<v>[pP])(?:,?yA)?(?:(?:,?q)*,?(?:,|u,?)|q+)X{0,6}(?<by>c)/dg,
    (found) =>
      isOneOf(found.verb, ["superseded", "followed", "questioned", "distinguished"])
        ? null
        : passive(found, subjectOf(found)),
  ],
  // A, rev'd, B, and overruled on other grounds by C
  [
    /(?<c>c),?P(?:,?q)*,?u?b?X{0,6}c,y(?<v>p)(?:,?q)*b[XxtkAo&i]{0,8}?(?<by>c)/dg,
    (found) => ({ ...objectsOf(found), by: subjectOf(found) }),
  ],
  // A, overruled on other grounds
  [
    /(?<c>c),(?:jh)?[aq]*(?<v>p)(?:,?q)*(?=[,;.]|$)/dg,
    (found) => (isOneOf(found.verb, ["overruled", "abrogated", "disapproved"]) ? passive(found, null) : null),
  ],
  // A was overruled in B; A has been overruled; A and B are hereby overruled
  [
    /(?<c>c(?:[,y]{1,2}c){0,8}),?h(?<a>a*)(?<v>[pP])o?(?:,?q)*(?:(?<i>[bi])[XxtkAo&i]{0,8}?(?<by>c)|(?<s>bt?[xX]?s|bz))?/dg,
    copula,
  ],
  // A is distinguishable
  [
    /(?<c>c(?:[,y]{1,2}c){0,8}),?h[aq]*(?<v>e)/dg,
    (found) =>
      isSubject(found.before) || /[io]$/.test(found.before)
        ? decided(found, "this court", "distinguished")
        : null,
  ],
  // this case is distinguishable from A
  [
    /h[aq]*(?<v>e)o(?:t?x?m[io])?(?<c>c)/dg,
    (found) =>
      /m/.test(found.before) && !/c/.test(found.before)
        ? decided(found, "this court", "distinguished")
        : null,
  ],
  // B, overruling the decision in A
  [
    /(?<by>c),?[aq]*(?<v>[gG])o?(?:,?q,?)*(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (found) => ({ ...objectsOf(found), by: subjectOf(found) }),
  ],
  // B (holding that … , overruling A)
  [
    /^(?<by>c),[^c"“]*,[aq]*(?<v>g)o?(?:,?q,?)*(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c)/dg,
    (found) =>
      found.clause.isInBrackets && isOneOf(found.verb, ["overruled", "abrogated", "disapproved"])
        ? { ...objectsOf(found), by: subjectOf(found) }
        : null,
  ],
  // B, which overruled A
  [
    /(?<by>c)(?:,?j)?[aq]*(?<v>[pP])q?(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (found) => decided(found, subjectOf(found)),
  ],
  // In B, the Supreme Court overruled A
  [
    /i(?<by>c),?(?:w|t?[xX]{0,3}k(?:oX{1,2})?)[aq]*(?<v>[pP])q?(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (found) => decided(found, subjectOf(found)),
  ],
  // We overruled A in B
  [
    /(?:w[hx]?|t[xX]{0,3}k(?:oX{1,2})?)[aq]*(?<v>[pP])o?q?(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c)i(?<by>c)/dg,
    (found) => decided(found, subjectOf(found)),
  ],
  // We overrule A, B and C
  [
    /(?:w|tk)[aq]*(?<v>v)o?q?(?:t[xX]{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:,c)*(?:,?yc)?)/dg,
    (found) => (isOfOtherCourt(found) ? null : decided(found, "this court")),
  ],
  // We have overruled A
  [
    /(?:wx?|tX{0,3}k(?:oX{1,2})?)[aq]*(?<v>p)o?q?(?:t[xX]{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)(?!i)/dg,
    (found) => (isOfOtherCourt(found) ? null : decided(found, null)),
  ],
  // Following A, we hold
  [/^a?,?(?<v>g)(?<c>c),w/dg, (found) => (found.verb === "followed" ? decided(found, "this court") : null)],
  // We decline to overrule A
  [
    /(?:(?<by>c),?j?|w|k)a*f(?<v>v)o?(?:t[xX]{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (found) => {
      const kind =
        found.verb === "overruled"
          ? "declined to overrule"
          : found.verb === "followed"
            ? "not followed"
            : null;
      if (kind === null || isOfOtherCourt(found)) return null;
      return decided(found, found.groups.by === undefined ? null : subjectOf(found), kind);
    },
  ],
];

/** What is read before a treatment in its sentence. */
const [MAX_CLASSES_BEFORE, MAX_TEXT_BEFORE] = [300, 2_000] as const;

function treatmentsInClause(clause: Clause, places: readonly CitedPlace[]): StatedTreatment[] {
  const text = withoutCertiorari(clause.text);
  const { classes, tokens } = tokenise(text);
  const stated = new Map<string, StatedTreatment>();
  for (const [pattern, read] of RULES) {
    for (const match of classes.matchAll(pattern)) {
      const groups: Groups = match.indices?.groups ?? {};
      const at = tokens[match.index]?.at ?? 0;
      const verb = verbOf(tokens[groups.v?.[0] ?? 0]?.text ?? "");
      const found = read({
        ...{ groups, clause, classes, verb, start: at },
        before: classes.slice(Math.max(0, match.index - MAX_CLASSES_BEFORE), match.index),
        textBefore: text.slice(Math.max(0, at - MAX_TEXT_BEFORE), at),
      });
      const kind = found?.kind ?? verb;
      if (found === null || kind === null) continue;
      const placeAt = (token: number) => places[Number(tokens[token]?.text.slice(1, -1))];
      const by = typeof found.by === "number" ? (placeAt(found.by) ?? null) : found.by;
      for (const object of found.objects) {
        const place = placeAt(object);
        if (place === undefined || !isInOrder(place, by)) continue;
        const key = `${place.start} ${kind}`;
        const qualifier = qualifierOf({ classes, tokens }, match.index, match.index + match[0].length);
        if (!stated.has(key)) stated.set(key, { kind, qualifier, place, by, sentence: clause.sentence });
      }
    }
  }
  return [...stated.values()];
}

function passive(found: Reading, by: Found["by"]): Found | null {
  const { before, classes, groups, clause, verb } = found;
  const kindOf = classes.charAt(groups.v?.[0] ?? 0);
  // A, aff'd, B, rev'd, C: what follows is of B only for its judgment
  if (/[pPA](?:,?q)*,?[ub]?X{0,6}$/.test(before) && kindOf === "p") return null;
  if (/p(?:,?q)*,?[ubi]?X{0,6}$/.test(before)) return null;
  // A, quoting B, overruled by C: of which is not clear
  if (!clause.isInBrackets && /⟧[,\s]{0,3}(?:quoting|citing)\s{0,3}$/i.test(found.textBefore)) return null;
  const isIn = groups.i !== undefined && classes.charAt(groups.i[0]) === "i";
  if (verb === "followed" && !isIn) return null;
  return { ...objectsOf(found), by };
}

function copula(found: Reading): Found | null {
  const { groups, before, classes, verb } = found;
  if (!isSubject(before) || NOT_DECIDED.test(found.textBefore)) return null;
  const isPast = classes.charAt(groups.v?.[0] ?? 0) === "P";
  const by = groups.by === undefined ? (groups.s === undefined ? null : "statute") : subjectOf(found);
  if (by === null && (isPast || isOneOf(verb, ["superseded", "followed"]))) return null;
  return { ...objectsOf(found), by };
}

/** Whether a case that follows can be the subject, or what it says: no part of another noun phrase. */
function isSubject(before: string): boolean {
  return /(?:^|[,;:.j])a?,?(?:t?[xX]?[ms][oi])?$/.test(before);
}

function decided(found: Reading, by: Found["by"], kind?: TreatmentKind): Found | null {
  if (NOT_DECIDED.test(found.textBefore)) return null;
  return { ...objectsOf(found), by, ...(kind === undefined ? {} : { kind }) };
}

/** `we` and `this court` of a quotation. */
function isOfOtherCourt({ clause, start }: Reading): boolean {
  return clause.isQuotedAt(start) && /^(?:we|this)\b/i.test(clause.text.slice(start, start + MAX_SUBJECT));
}

const MAX_SUBJECT = 5;

function objectsOf({ groups, classes }: Reading): Pick<Found, "objects"> {
  const [from = 0, to = 0] = groups.c ?? [];
  const objects: number[] = [];
  for (let at = from; at < to; at++) if (classes.charAt(at) === "c") objects.push(at);
  return { objects };
}

/** The first case that is the subject. */
function subjectOf({ groups }: Reading): number {
  return groups.by?.[0] ?? 0;
}

function isOneOf(verb: Verb | null, verbs: readonly Verb[]): boolean {
  return verb !== null && verbs.includes(verb);
}

/** No decision overrules a later one. */
function isInOrder({ year }: CitedPlace, by: StatedTreatment["by"]): boolean {
  return by === null || typeof by === "string" || by.year === null || year === null || by.year >= year;
}

function qualifierOf({ classes, tokens }: TokenisedClause, from: number, to: number): string | null {
  const after = /^,?q/.exec(classes.slice(to))?.[0].length ?? 0;
  const found = tokens.slice(from, to + after).filter((_token, nth) => classes.charAt(from + nth) === "q");
  // `aff'd in part and rev'd in part` has it twice
  return found.length === 0 ? null : [...new Set(found.map(({ text }) => text.toLowerCase()))].join(" ");
}

/** `, cert. denied, 531 U.S. 1` is of the case before it; spaces keep the offsets. */
const CERTIORARI =
  /,?\s?\b(?:cert\.?|certiorari|reh['’]g|rehearing|appeal|writ|review|transfer|leave|petition)\s(?:for [a-z]{1,12} |to appeal |of error |en banc |of certiorari )?(?:denied|den['’]d|granted|dismissed|quashed|refused)[^⟦⟧;.()]{0,30}?,?\s?(?:⟦\d{1,6}⟧|(?=,))/gi;

function withoutCertiorari(text: string): string {
  return text.replace(CERTIORARI, (found) => " ".repeat(found.length));
}
