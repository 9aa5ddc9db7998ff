/** A case as a page of text. */

import { type CaseWithBody, textBodyOf } from "../../corpus/bodies.ts";
import type { CaseBody } from "../../domain/casebody.ts";
import { withoutEnd } from "../../domain/citation.ts";
import { escapeLine, escapeText } from "../escape-for-terminal.ts";
import { MAX_READING_WIDTH, wrap, wrapBehind } from "./wrap.ts";

/** Width of the labels above the text. */
const LABEL_WIDTH = 13;

/** @param columns width of the terminal, in characters @param address of the case's page */
export function readableCase(one: CaseWithBody, columns: number, address: string): string {
  const width = Math.min(columns, MAX_READING_WIDTH);
  const body = textBodyOf(one);
  const title = wrap(escapeLine(one.name === "" ? one.nameAbbreviation : one.name), width).join("\n");
  const facts = [...factsOf(one, body), ["Id", `${one.id}  ${address}`] as const]
    .filter(([, fact]) => fact !== "")
    .map(([label, fact]) => wrapBehind(label.padEnd(LABEL_WIDTH), escapeLine(fact), width));
  const text = body === null ? ["(The source has no text of this case.)"] : textOf(body, width);
  return `${[title, facts.join("\n"), ...text].filter((part) => part !== "").join("\n\n")}\n`;
}

function factsOf(one: CaseWithBody, body: CaseBody | null): [label: string, fact: string][] {
  const { volume, reporter, court, jurisdiction } = one;
  const several = (list: readonly (string | null)[] | undefined): string =>
    (list ?? []).filter((part) => part !== null && part !== "").join("; ");
  return [
    ["Short name", one.name === one.nameAbbreviation ? "" : one.nameAbbreviation],
    ["Citations", several(one.citations.map(({ cite }) => cite))],
    ["Court", court?.name ?? court?.nameAbbreviation ?? ""],
    ["Jurisdiction", jurisdiction?.nameLong ?? jurisdiction?.name ?? ""],
    ["Decided", one.decisionDate ?? ""],
    ["Docket", one.docketNumber],
    [
      "Reporter",
      several([reporter.fullName, volume.volumeNumber && `volume ${volume.volumeNumber}`]).replace(
        "; ",
        ", ",
      ),
    ],
    ["Pages", several([one.firstPage, one.lastPage]).replace("; ", "–")],
    ["Parties", several(body?.parties)],
    ["Attorneys", several(body?.attorneys)],
    ["Judges", several(body?.judges)],
  ];
}

function textOf(body: CaseBody, width: number): string[] {
  const opinions = body.opinions.flatMap(({ type, author, text }) => [
    heading(opinionTitle(type, author), width),
    ...paragraphs(text, width),
  ]);
  const corrections = paragraphs(body.corrections, width);
  return [
    ...paragraphs(body.headMatter, width),
    ...opinions,
    ...(corrections.length === 0 ? [] : [heading("Corrections", width), ...corrections]),
  ];
}

function opinionTitle(type: string | null, author: string | null): string {
  const kind = escapeLine(type ?? "").replaceAll("-", " ");
  const by = withoutEnd(escapeLine(author ?? ""), /[,:;]/);
  const title = kind === "" ? "Opinion" : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return by === "" ? title : `${title}: ${by}`;
}

function heading(title: string, width: number): string {
  const lines = wrap(title, width);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return [...lines, "-".repeat(longest)].join("\n");
}

/** Each line of the source is a paragraph. */
function paragraphs(text: string, width: number): string[] {
  return escapeText(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => wrap(line, width).join("\n"));
}
