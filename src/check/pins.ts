/** The pages and paragraphs that a citation names. */

/** Pages `365`, `at 365-67`, `*4`, or paragraphs `¶ 12`, `¶¶ 12-15, 18`, `P12`: each number or range with its ends. */
export interface Pin {
  readonly kind: "page" | "paragraph";
  readonly spans: readonly (readonly [first: number, last: number])[];
}

const UNIT = /^(?:at\s+)?(?:(¶{1,2}|paras?\.|paragraphs?|PP?(?=\s?\d))|pp?\.)?\s*/;
const NUMBER = /^[¶*]?\s?(\d{1,6})(?:\s?[-‐‑–—]\s?[¶*]?\s?(\d{1,6}))?(?:\s*(?:,|&|;|and)\s*(?=[¶*]?\s?\d)|$)/;

/** The pages or paragraphs that a pin names; null if it is not only numbers. */
export function readPin(written: string): Pin | null {
  const [unit = "", paragraph] = UNIT.exec(written) ?? [];
  const spans: (readonly [number, number])[] = [];
  let rest = written.slice(unit.length).trim();
  do {
    const [matched, first = "", second = first] = NUMBER.exec(rest) ?? [];
    if (matched === undefined) return null;
    // `365-67` ends at 367
    spans.push([Number(first), Number(first.slice(0, Math.max(0, first.length - second.length)) + second)]);
    rest = rest.slice(matched.length);
  } while (rest !== "");
  return { kind: paragraph === undefined ? "page" : "paragraph", spans };
}

export function namesOneOf({ spans }: Pin, labels: readonly string[]): boolean {
  return labels.some((label) => {
    const number = Number(label.replace(/^\*/, ""));
    return spans.some(([first, last]) => number >= first && number <= last);
  });
}
