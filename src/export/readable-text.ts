/** A case as a text or HTML file: name and metadata, then the body. */
import { type CaseWithBody, markupOf, textBodyOf } from "../corpus/bodies.ts";

/** Name and metadata, one line each, then the body; long lines are not broken. */
export function readableText(one: CaseWithBody): string {
  const body = textBodyOf(one);
  const parts = [
    factsOf(one).join("\n"),
    body?.headMatter ?? "",
    ...(body?.opinions ?? []).map(({ type, author, text }) =>
      [[type, author].filter(Boolean).join(": ").toUpperCase(), text].filter(Boolean).join("\n\n"),
    ),
    body?.corrections ?? "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A complete HTML page with the body's markup, which is already sanitised. */
export function readablePage(one: CaseWithBody): string {
  const markup = markupOf(one) ?? "";
  const [title = "", ...facts] = factsOf(one).map(escaped);
  const head = `<head><meta charset="utf-8"><title>${title}</title></head>`;
  const lines = facts.map((fact) => `<p>${fact}</p>`).join("\n");
  return `<!DOCTYPE html>\n<html lang="en">\n${head}\n<body>\n<h1>${title}</h1>\n${lines}\n${markup}\n</body>\n</html>\n`;
}

function factsOf(one: CaseWithBody): string[] {
  const facts = [
    one.name === "" ? one.nameAbbreviation : one.name,
    one.citations.map(({ cite }) => cite).join("; "),
    one.court?.name ?? "",
    one.decisionDate === null ? "" : `Decided ${one.decisionDate}`,
    one.docketNumber,
  ];
  return facts.filter((fact) => fact !== "");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
