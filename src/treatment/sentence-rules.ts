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
interface Finding {
  readonly objects: readonly number[];
  readonly by: number | "this court" | "statute" | null;
  readonly kind?: TreatmentKind;
}

type Groups = Readonly<Record<string, readonly [number, number] | undefined>>;
type Rule = readonly [pattern: RegExp, read: (match: RuleMatch) => Finding | null];

/** A match of a rule, with what is before and after it. */
interface RuleMatch {
  readonly groups: Groups;
  readonly clause: Clause;
  readonly classes: string;
  readonly before: string;
  /** Text before the match. */
  readonly textBefore: string;
  readonly verb: Verb | null;
  readonly start: number;
}

/** Words with which a court reports what a party says, what is possible and what is asked. */
const NOT_DECIDED =
  /\b(?:argu(?:es?|ed|ing)|arguments?|conten(?:ds?|ded|ding)|contentions?|asserts?|asserted|urg(?:es?|ed|ing)|ask(?:s|ed|ing)?|requests?|requested|invit(?:es?|ed|ing|ation)|suggest(?:s|ed|ing)?|claim(?:s|ed|ing)?|maintain(?:s|ed)?|submit(?:s|ted)?|insist(?:s|ed)?|believes?|whether|if|unless|until|would|should|could|may|might|propos(?:es?|ed)|seeks?|sought|attempts?|attempted|tr(?:y|ies|ied|ying)|presum(?:es?|ed|ably)|assum(?:es?|ed|ing)|perhaps|arguably|not|never|nor|without|cannot|according to|mistaken?|mistakenly|disagree[sd]?|reject(?:s|ed|ing)?|thinks?|thought|view|notion|theory|dissent(?:s|ed|ing)?)\b/i;

/** `c` is the object, `by` the subject, `v` the verb. The parts are explained in `treatment/clause-tokens`. */
const RULES: readonly Rule[] = [
  // A, overruled by statute
  [
    /(?<c>c),?(?:m?h|jh)?m?[aq]*(?<v>p)o?(?:,?q)*,?b(?:t?[xX]?s|z)(?:,?q)*/dg,
    (match) => passive(match, "statute"),
  ],
  // A, overruled on other grounds by the court in B
  [
    /(?<c>c),?(?:jh)?m?a*(?:A(?:,?q)*,?y?)?(?<v>[pP])o?(?:,?yA)?(?:,?q)*,?u?(?<i>[bi]),?u?[XxtkAo&i]{0,8}?(?<by>c)/dg,
    (match) => passive(match, subjectOf(match)),
  ],
  // A, overruled as recognized in B
  [
    /(?<c>c),?(?:jh)?[aq]*(?<v>[pP])o?(?:bt?[xX]?s)?(?:,?q)*,?r[XxtkAo&i]{0,8}?c/dg,
    (match) => passive(match, null),
  ],
  // A, rev'd in part, B
  [
    /(?<c>c),?m?a*(?:A(?:,?q)*,?y?)?(?<v>[pP])(?:,?yA)?(?:(?:,?q)*,?(?:,|u,?)|q+)X{0,6}(?<by>c)/dg,
    (match) =>
      isOneOf(match.verb, ["superseded", "followed", "questioned", "distinguished"])
        ? null
        : passive(match, subjectOf(match)),
  ],
  // A, rev'd, B, and overruled on other grounds by C
  [
    /(?<c>c),?P(?:,?q)*,?u?b?X{0,6}c,y(?<v>p)(?:,?q)*b[XxtkAo&i]{0,8}?(?<by>c)/dg,
    (match) => ({ ...objectsOf(match), by: subjectOf(match) }),
  ],
  // A, overruled on other grounds
  [
    /(?<c>c),(?:jh)?[aq]*(?<v>p)(?:,?q)*(?=[,;.]|$)/dg,
    (match) => (isOneOf(match.verb, ["overruled", "abrogated", "disapproved"]) ? passive(match, null) : null),
  ],
  // A was overruled in B; A has been overruled; A and B are hereby overruled
  [
    /(?<c>c(?:[,y]{1,2}c){0,8}),?h(?<a>a*)(?<v>[pP])o?(?:,?q)*(?:(?<i>[bi])[XxtkAo&i]{0,8}?(?<by>c)|(?<s>bt?[xX]?s|bz))?/dg,
    copula,
  ],
  // A is distinguishable
  [
    /(?<c>c(?:[,y]{1,2}c){0,8}),?h[aq]*(?<v>e)/dg,
    (match) =>
      isSubject(match.before) || /[io]$/.test(match.before)
        ? decided(match, "this court", "distinguished")
        : null,
  ],
  // this case is distinguishable from A
  [
    /h[aq]*(?<v>e)o(?:t?x?m[io])?(?<c>c)/dg,
    (match) =>
      /m/.test(match.before) && !/c/.test(match.before)
        ? decided(match, "this court", "distinguished")
        : null,
  ],
  // B, overruling the decision in A
  [
    /(?<by>c),?[aq]*(?<v>[gG])o?(?:,?q,?)*(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (match) => ({ ...objectsOf(match), by: subjectOf(match) }),
  ],
  // B (holding that … , overruling A)
  [
    /^(?<by>c),[^c"“]*,[aq]*(?<v>g)o?(?:,?q,?)*(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c)/dg,
    (match) =>
      match.clause.isInBrackets && isOneOf(match.verb, ["overruled", "abrogated", "disapproved"])
        ? { ...objectsOf(match), by: subjectOf(match) }
        : null,
  ],
  // B, which overruled A
  [
    /(?<by>c)(?:,?j)?[aq]*(?<v>[pP])q?(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (match) => decided(match, subjectOf(match)),
  ],
  // In B, the Supreme Court overruled A
  [
    /i(?<by>c),?(?:w|t?[xX]{0,3}k(?:oX{1,2})?)[aq]*(?<v>[pP])q?(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (match) => decided(match, subjectOf(match)),
  ],
  // We overruled A in B
  [
    /(?:w[hx]?|t[xX]{0,3}k(?:oX{1,2})?)[aq]*(?<v>[pP])o?q?(?:tX{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c)i(?<by>c)/dg,
    (match) => decided(match, subjectOf(match)),
  ],
  // We overrule A, B and C
  [
    /(?:w|tk)[aq]*(?<v>v)o?q?(?:t[xX]{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:,c)*(?:,?yc)?)/dg,
    (match) => (isOfOtherCourt(match) ? null : decided(match, "this court")),
  ],
  // We have overruled A
  [
    /(?:wx?|tX{0,3}k(?:oX{1,2})?)[aq]*(?<v>p)o?q?(?:t[xX]{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)(?!i)/dg,
    (match) => (isOfOtherCourt(match) ? null : decided(match, null)),
  ],
  // Following A, we hold
  [/^a?,?(?<v>g)(?<c>c),w/dg, (match) => (match.verb === "followed" ? decided(match, "this court") : null)],
  // We decline to overrule A
  [
    /(?:(?<by>c),?j?|w|k)a*f(?<v>v)o?(?:t[xX]{0,3}m(?:o[tXxk]{0,5})?i?o?)?(?<c>c(?:yc)?)/dg,
    (match) => {
      const kind =
        match.verb === "overruled"
          ? "declined to overrule"
          : match.verb === "followed"
            ? "not followed"
            : null;
      if (kind === null || isOfOtherCourt(match)) return null;
      return decided(match, match.groups.by === undefined ? null : subjectOf(match), kind);
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
      const finding = read({
        ...{ groups, clause, classes, verb, start: at },
        before: classes.slice(Math.max(0, match.index - MAX_CLASSES_BEFORE), match.index),
        textBefore: text.slice(Math.max(0, at - MAX_TEXT_BEFORE), at),
      });
      const kind = finding?.kind ?? verb;
      if (finding === null || kind === null) continue;
      const placeAt = (token: number) => places[Number(tokens[token]?.text.slice(1, -1))];
      const by = typeof finding.by === "number" ? (placeAt(finding.by) ?? null) : finding.by;
      for (const object of finding.objects) {
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

function passive(match: RuleMatch, by: Finding["by"]): Finding | null {
  const { before, classes, groups, clause, verb } = match;
  const kindOf = classes.charAt(groups.v?.[0] ?? 0);
  // A, aff'd, B, rev'd, C: what follows is of B only for its judgment
  if (/[pPA](?:,?q)*,?[ub]?X{0,6}$/.test(before) && kindOf === "p") return null;
  if (/p(?:,?q)*,?[ubi]?X{0,6}$/.test(before)) return null;
  // A, quoting B, overruled by C: of which is not clear
  if (!clause.isInBrackets && /⟧[,\s]{0,3}(?:quoting|citing)\s{0,3}$/i.test(match.textBefore)) return null;
  const isIn = groups.i !== undefined && classes.charAt(groups.i[0]) === "i";
  if (verb === "followed" && !isIn) return null;
  return { ...objectsOf(match), by };
}

function copula(match: RuleMatch): Finding | null {
  const { groups, before, classes, verb } = match;
  if (!isSubject(before) || NOT_DECIDED.test(match.textBefore)) return null;
  const isPast = classes.charAt(groups.v?.[0] ?? 0) === "P";
  const by = groups.by === undefined ? (groups.s === undefined ? null : "statute") : subjectOf(match);
  if (by === null && (isPast || isOneOf(verb, ["superseded", "followed"]))) return null;
  return { ...objectsOf(match), by };
}

/** Whether a case that follows can be the subject, or what it says: no part of another noun phrase. */
function isSubject(before: string): boolean {
  return /(?:^|[,;:.j])a?,?(?:t?[xX]?[ms][oi])?$/.test(before);
}

function decided(match: RuleMatch, by: Finding["by"], kind?: TreatmentKind): Finding | null {
  if (NOT_DECIDED.test(match.textBefore)) return null;
  return { ...objectsOf(match), by, ...(kind === undefined ? {} : { kind }) };
}

/** `we` and `this court` of a quotation. */
function isOfOtherCourt({ clause, start }: RuleMatch): boolean {
  return clause.isQuotedAt(start) && /^(?:we|this)\b/i.test(clause.text.slice(start, start + MAX_SUBJECT));
}

const MAX_SUBJECT = 5;

function objectsOf({ groups, classes }: RuleMatch): Pick<Finding, "objects"> {
  const [from = 0, to = 0] = groups.c ?? [];
  const objects: number[] = [];
  for (let at = from; at < to; at++) if (classes.charAt(at) === "c") objects.push(at);
  return { objects };
}

/** The first case that is the subject. */
function subjectOf({ groups }: RuleMatch): number {
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
  const words = tokens.slice(from, to + after).filter((_token, nth) => classes.charAt(from + nth) === "q");
  // `aff'd in part and rev'd in part` has it twice
  return words.length === 0 ? null : [...new Set(words.map(({ text }) => text.toLowerCase()))].join(" ");
}

/** `, cert. denied, 531 U.S. 1` is of the case before it; spaces keep the offsets. */
const CERTIORARI =
  /,?\s?\b(?:cert\.?|certiorari|reh['’]g|rehearing|appeal|writ|review|transfer|leave|petition)\s(?:for [a-z]{1,12} |to appeal |of error |en banc |of certiorari )?(?:denied|den['’]d|granted|dismissed|quashed|refused)[^⟦⟧;.()]{0,30}?,?\s?(?:⟦\d{1,6}⟧|(?=,))/gi;

function withoutCertiorari(text: string): string {
  return text.replace(CERTIORARI, (matched) => " ".repeat(matched.length));
}
