/** Tables of authorities of drafts, for the terminal and as CSV. */
import type { V1Authority } from "../../v1/check/authorities.ts";
import { escapeLine } from "../terminal-text.ts";
import { type Columns, csvOf } from "./columns.ts";
import { parted, plainTable } from "./table.ts";

export interface DraftAuthorities {
  readonly file: string;
  readonly authorities: readonly V1Authority[];
}

const HEADS = [
  ["case", "Cases"],
  ["statute", "Statutes and rules"],
  ["other", "Other works"],
] as const;

const COLUMNS: Columns<V1Authority> = {
  authority: ({ authority }) => authority,
  pages: ({ pages, passim }) => (passim ? "passim" : (pages?.join(", ") ?? null)),
  lines: ({ pages, lines }) => (pages === null ? lines.join(", ") : null),
  note: ({ is_confirmed: isConfirmed, lines }) =>
    [
      ...(isConfirmed === false ? ["as written, not confirmed"] : []),
      ...(lines.length === 0 ? ["only in a table of authorities"] : []),
    ].join("; "),
};

/** For each draft a table for each kind; of several drafts each has its name before it. */
export function authorityLines(drafts: readonly DraftAuthorities[], width: number): string[] {
  return parted(
    drafts.flatMap(({ file, authorities }) => {
      const tables = HEADS.flatMap(([kind, head]) => {
        const ofKind = authorities.filter((entry) => entry.kind === kind);
        return ofKind.length === 0 ? [] : [[head, ...plainTable(ofKind, COLUMNS, width)]];
      });
      const shown = tables.length === 0 ? [["No authority found"]] : tables;
      return drafts.length === 1 ? shown : [[`${escapeLine(file)}:`], ...shown];
    }),
  );
}

/** A line for each authority. */
export function authoritiesCsv(drafts: readonly DraftAuthorities[]): string {
  const rows = drafts.flatMap(({ file, authorities }) => authorities.map((entry) => ({ file, ...entry })));
  return csvOf(rows, {
    file: ({ file }) => file,
    kind: ({ kind }) => kind,
    authority: ({ authority }) => authority,
    id: ({ id }) => id,
    is_confirmed: ({ is_confirmed: isConfirmed }) => isConfirmed,
    pages: ({ pages }) => pages?.join("; ") ?? null,
    lines: ({ lines }) => lines.join("; "),
    passim: ({ passim }) => passim,
  });
}
