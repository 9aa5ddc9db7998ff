/** A checked draft as one HTML file: without scripts, and without anything that a browser would have to load. */
import type { V1Check } from "../../v1/check.ts";
import { REPORT_STYLES } from "../assets.ts";
import { withoutControls } from "../failure-page.ts";
import { markup, trusted } from "../markup.ts";
import { checkReport } from "./check-report.ts";

const HEAD = trusted(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">`);

export interface CheckedFile {
  /** Of the draft. */
  readonly name: string;
  /** As `readDraft` returns it. */
  readonly text: string;
  readonly checked: V1Check;
}

/** @param base what links to cases start with; no slash at the end */
export function checkDocument({ name, text, checked }: CheckedFile, base: string): string {
  const made = markup`${HEAD}
<title>Check of ${name}</title>
<style>
${trusted(REPORT_STYLES)}</style>
</head>
<body>
<main>
<h1>Check of <bdi>${name}</bdi></h1>
${checkReport(text, checked, base)}
</main>
</body>
</html>
`;
  return withoutControls(made.toString());
}
