/** A case as a file for reading: what it is called and where it stands, then its text. */
import type { CaseAnswer } from "../corpus/records.ts";
import { textBody } from "./flat-columns.ts";

/** Name and facts, a line each, then the body as the source has it; lines are not broken. */
export function readableText(one: CaseAnswer): string {
  const body = textBody(one.casebody);
  const parts = [
    factsOf(one).join("\n"),
    body?.head_matter ?? "",
    ...(body?.opinions ?? []).map(({ type, author, text }) =>
      [[type, author].filter(Boolean).join(": ").toUpperCase(), text].filter(Boolean).join("\n\n"),
    ),
    body?.corrections ?? "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A page that stands by itself around the body's markup, which is sanitised already. */
export function readablePage(one: CaseAnswer): string {
  const markup = typeof one.casebody?.data === "string" ? one.casebody.data : "";
  const [title = "", ...facts] = factsOf(one).map(escaped);
  const head = `<head><meta charset="utf-8"><title>${title}</title></head>`;
  const lines = facts.map((fact) => `<p>${fact}</p>`).join("\n");
  return `<!DOCTYPE html>\n<html lang="en">\n${head}\n<body>\n<h1>${title}</h1>\n${lines}\n${markup}\n</body>\n</html>\n`;
}

function factsOf(one: CaseAnswer): string[] {
  const facts = [
    one.name === "" ? one.name_abbreviation : one.name,
    one.citations.map(({ cite }) => cite).join("; "),
    one.court.name,
    one.decision_date === null ? "" : `Decided ${one.decision_date}`,
    one.docket_number,
  ];
  return facts.filter((fact) => fact !== null).filter((fact) => fact !== "");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
