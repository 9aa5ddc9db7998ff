/** What a check found, in words: for the table, the page, comments in a document and SARIF. */
import { JUDGEMENTS, type Judgement } from "../../check/judgement.ts";
import { withoutEnd } from "../../domain/citation.ts";
import { docketWords } from "../../domain/records.ts";
import type { V1Candidate, V1Check, V1CheckedCase, V1CheckedCitation, V1CheckedQuotation } from "./check.ts";

/** A judgement as people read it. */
export const JUDGEMENT_WORDS: Readonly<Record<Judgement, string>> = {
  confirmed: "confirmed",
  unsure: "to be looked at",
  wrong: "wrong",
  unknown: "cannot be judged",
};

/** What a check found, as one sentence without its full stop. Where nothing is cited, nothing is confirmed. */
export function checkSummary({ citations, quotations, counts }: V1Check): string {
  const quoted = counted(quotations.length, "quotation");
  if (citations.length === 0)
    return quotations.length === 0
      ? "No citation and no quotation found: nothing was checked"
      : `No citation found: ${quoted} compared with no case`;
  const subject = `${counted(citations.length, "citation")} and ${quoted}`;
  return `${subject}: ${JUDGEMENTS.map((judgement) => `${counts[judgement]} ${JUDGEMENT_WORDS[judgement]}`).join(", ")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The main citation of a case, else its docket number and court. */
export function citedAs({ citations: [cite], docket_number: number, court }: V1CheckedCase): string {
  if (cite !== undefined) return cite;
  const docket = docketWords(number);
  return docket === "" || court === null ? docket : `${docket} (${court})`;
}

/** A verdict on a quotation as people read it: one that is near to what the case says is altered. */
export function quotationWords(verdict: V1CheckedQuotation["verdict"]): string {
  return verdict === "near" ? "altered" : verdict;
}

/** In what a citation differs from its case. */
export function differencesOf({ name, year, court, pin_pages: pages }: V1CheckedCitation): string[] {
  return [
    ...(name?.verdict === "differs" ? ["name"] : []),
    ...(year?.verdict === "differs" ? ["year"] : []),
    ...(court?.verdict === "differs" ? ["court"] : []),
    ...(pages.some(({ verdict }) => verdict === "outside the case") ? ["page"] : []),
  ];
}

/** What differs in a citation or was not compared, with the words of the draft and of the case. */
export function citationDifferences({
  name,
  year,
  court,
  pin_pages: pages,
  reason,
}: V1CheckedCitation): string[] {
  const outside = pages.filter(({ verdict }) => verdict === "outside the case");
  return [
    ...(name === null || name.verdict === "match"
      ? []
      : [`name ${name.verdict}: "${name.written}"; the case is "${name.ours}"`]),
    ...(year?.verdict === "differs" ? [`year differs: ${year.written}, decided ${year.ours}`] : []),
    ...(court?.verdict === "differs" ? [`court differs: ${court.written}, decided by ${court.ours}`] : []),
    ...outside.map(({ written }) => `${/^\d/.test(written) ? "page " : ""}${written} is not in the case`),
    ...pages.flatMap((page) =>
      page.reason === null ? [] : [`page ${page.written} not checkable: ${page.reason}`],
    ),
    ...(reason === null ? [] : [reason]),
  ];
}

/** What differs in a citation, and what is to be said of its cases. */
export function citationRemarks(of: V1CheckedCitation): string[] {
  return [
    ...citationDifferences(of),
    ...of.treatment,
    // without the full stop: semicolons follow
    ...of.cases.flatMap(({ notes }) => notes.map(({ text }) => `note: ${withoutEnd(text, /\./)}`)),
  ];
}

/** A case that a citation may mean, and why: `Barlow v. Vance, 4 N. Sylv. 70 (1835): one digit of the page differs; name and year agree`. */
export function candidateWords(of: V1Candidate): string {
  const [year = ""] = /^\d{4}/.exec(of.case.decision_date ?? "") ?? [];
  const name = [of.case.name_abbreviation, citedAs(of.case)].filter((part) => part !== "").join(", ");
  return `${name}${year === "" ? "" : ` (${year})`}: ${reasonWords(of)}`;
}

/** What differs, and what agrees apart from that. */
export function reasonWords({ agrees, reason }: V1Candidate): string {
  const parts = agrees.filter((part) => part !== "quotation" && part !== "parallel citation");
  const agreeing = parts.length === 0 ? "" : `${parts.join(", ")} ${parts.length === 1 ? "agrees" : "agree"}`;
  return [reason, agreeing].filter((words) => words !== "").join("; ");
}

/** Where a passage is, and what it lacks: `page 12, dissent; lacks: flood, mill`. */
export function passageWords({ page, part, missing }: V1CheckedCitation["passages"][number]): string {
  const place = [page === null ? "" : `page ${page}`, part === null || part === "majority" ? "" : part];
  const lacking = missing.length === 0 ? "lacks no word" : `lacks: ${missing.join(", ")}`;
  return [place.filter((part) => part !== "").join(", "), lacking].filter((part) => part !== "").join("; ");
}

/** What is to be said of a quotation, but for the words that differ. */
export function quotationRemarks({
  remark,
  part,
  verdict,
  alterations,
  found_in: others,
}: V1CheckedQuotation): string[] {
  const kinds = new Set(alterations.map(({ kind }) => kind));
  const shown = verdict === "near" ? [...kinds] : alterations.map(alterationWords);
  const isPlain = part === null || part === "majority" || remark?.includes(part) === true;
  return [
    ...shown,
    ...(remark === null ? [] : [remark]),
    ...(isPlain ? [] : [`in the ${part}`]),
    ...(others ?? []).map((record) => `it is in ${record.name_abbreviation}, ${citedAs(record)}`),
  ];
}

function alterationWords({ kind, quoted, original }: V1CheckedQuotation["alterations"][number]): string {
  const words = original === "" ? quoted : original;
  return quoted === "" || original === "" ? `${kind}: "${words}"` : `${kind}: "${quoted}" for "${original}"`;
}

/** The differences of a quotation from the case in one line: `[-quoted-] {+in the case+}`. */
export function changesInLine({ changes }: V1CheckedQuotation): string {
  return changes
    .map(({ kind, text }) => (kind === "same" ? text : kind === "quoted" ? `[-${text}-]` : `{+${text}+}`))
    .join(" ");
}

/** A citation or a quotation of which something is to be said. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly judgement: Judgement;
  /** What it is about, as the draft has it. */
  readonly subject: string;
  /** The kind of finding, for programs: `citation/year-differs`, `quotation/near`. */
  readonly rule: string;
  readonly message: string;
}

/** All that is not confirmed, in the order of the draft. */
export function findingsOf({ citations, quotations }: V1Check): Finding[] {
  const ofCitations = citations.map((citation) => ({
    ...{ ...placeOf(citation), subject: citation.cite, rule: `citation/${slug(citationRule(citation))}` },
    message: [
      `${citation.cite}: ${citation.verdict}`,
      ...citationRemarks(citation),
      ...perhaps(citation.candidates),
    ].join("; "),
  }));
  const ofQuotations = quotations.map((quote) => {
    const kind = quotationRule(quote);
    const changes = quote.changes.length === 0 ? [] : [`[-quoted-] {+in the case+}: ${changesInLine(quote)}`];
    const source = quote.citation === null ? undefined : citations[quote.citation];
    const remarks = [...quotationRemarks(quote), ...otherSources(source, citations)];
    return {
      ...{ ...placeOf(quote), subject: quote.text, rule: `quotation/${slug(kind)}` },
      message: [`quotation ${quotationWords(quote.verdict)}`, ...remarks, ...changes].join("; "),
    };
  });
  return [...ofCitations, ...ofQuotations]
    .filter(({ judgement }) => judgement !== "confirmed")
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Where the quotation of a confirmed citation is: nothing is said of that citation itself. */
function otherSources(of: V1CheckedCitation | undefined, citations: V1Check["citations"]): string[] {
  const source = of === undefined || of.refers_to === null ? of : citations[of.refers_to];
  return source?.is_confirmed === true ? perhaps(source.candidates) : [];
}

function perhaps(candidates: readonly V1Candidate[]): string[] {
  return candidates.map((candidate) => `perhaps ${candidateWords(candidate)}`);
}

function placeOf({ start, end, line, judgement }: V1CheckedCitation | V1CheckedQuotation) {
  return { start, end, line, judgement };
}

function citationRule(of: V1CheckedCitation): string {
  if (of.name?.verdict === "not read") return "name not read";
  const [first] = differencesOf(of);
  return first === undefined ? of.verdict : `${first} differs`;
}

function quotationRule({
  verdict,
  judgement,
  alterations,
  is_on_pin_page: isOnPage,
}: V1CheckedQuotation): string {
  if (isOnPage === false) return "other page";
  return judgement === "unsure" ? (alterations[0]?.kind ?? "other part") : verdict;
}

function slug(words: string): string {
  return words.toLowerCase().replace(/[^a-z]+/g, "-");
}
