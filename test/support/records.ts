/** Case records as archives give them, as short as they can be while each part is there. */

/** A line of a bulk file, with a text body that holds the words `word<id>` and `all`. */
export function bulkCase(id: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    name: `Case ${id} v. State`,
    name_abbreviation: `Case ${id}`,
    decision_date: "1901-02-03",
    docket_number: `No. ${id}`,
    first_page: String(id),
    last_page: String(id),
    citations: [{ type: "official", cite: `1 Ill. ${id}` }],
    volume: { volume_number: "1" },
    reporter: { full_name: "Illinois Reports" },
    court: { id: 9, name: "Illinois Supreme Court", name_abbreviation: "Ill.", slug: "ill-1" },
    jurisdiction: { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true },
    casebody: textBody(`word${id}`),
    ...more,
  };
}

/** A case with a name and citations, the first of them official: `1 Ill. 1; 9 N.Y.S. 7`. */
export function namedCase(
  id: number,
  name: string,
  cites: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const citations = cites
    .split("; ")
    .map((cite, nth) => ({ type: nth === 0 ? "official" : "parallel", cite }));
  return bulkCase(id, { name, name_abbreviation: name, citations, ...more });
}

export function bulkCases(from: number, to: number): Record<string, unknown>[] {
  return Array.from({ length: to - from + 1 }, (_, index) => bulkCase(from + index));
}

/** A body as text; an opinion is its text, or what it has. */
export function bodyData(headMatter: string, ...opinions: readonly (string | object)[]) {
  return {
    parties: [],
    opinions: opinions.map((one) =>
      typeof one === "string" ? { type: "majority", author: null, text: one } : one,
    ),
    head_matter: headMatter,
    attorneys: [],
    judges: [],
    corrections: "",
  };
}

export function textBody(text: string): Record<string, unknown> {
  return { status: "ok", data: bodyData("Head.", `all ${text}`) };
}

export function xmlBody(text: string): Record<string, unknown> {
  const opinion = `<opinion type="majority"><p id="b1">all ${text}</p></opinion>`;
  const head = '<parties id="a1">Head.</parties>';
  return { status: "ok", data: `<casebody firstpage="1" lastpage="2">${head}${opinion}</casebody>` };
}

/** A case file of the static site and its HTML. */
export function staticCase(
  id: number,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const {
    volume: _volume,
    reporter: _reporter,
    court,
    jurisdiction,
    casebody: _body,
    ...rest
  } = bulkCase(id);
  return {
    ...rest,
    citations: [{ type: "official", cite: `1 A.2d ${id}` }],
    court,
    jurisdiction,
    last_updated: "2023-07-14T19:38:59.743188+00:00",
    casebody: bodyData("Head.", `all word${id}`),
    ...more,
  };
}

export function staticHtml(text: string): string {
  return `<section class="casebody"><section class="head-matter"><p>Head.</p></section><article class="opinion" data-type="majority"><p>all ${text}</p></article></section>`;
}

/** Case files of the static site by name, `0001-01` for case 1. */
export function staticCases(...ids: readonly number[]): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    ids.map((id) => {
      const name = `${String(id).padStart(4, "0")}-01`;
      return [name, staticCase(id, { file_name: name })];
    }),
  );
}
