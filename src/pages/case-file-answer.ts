/** The answer to a request for a case as a file: its content, or a page that says why there is none. */
import type { Corpus } from "../corpus/corpus.ts";
import { type CaseFileEnding, caseFile } from "./case/case-file.ts";
import { missingPage, wholePage, withheldPage } from "./failure-page.ts";
import { pageRequest } from "./page.ts";

export interface AskedFile {
  readonly id: number;
  readonly ending: CaseFileEnding;
}

/** @param corpus as the reader sees it @param baseUrl as in `PageRequest` */
export function caseFileAnswer(corpus: Corpus, { id, ending }: AskedFile, baseUrl: string) {
  const request = pageRequest(corpus, "", baseUrl);
  const { root } = request;
  const content = corpus.snapshot(() => caseFile(id, ending, request));
  if (content !== null && content !== "withheld") return { status: 200, content };
  const page = content === null ? missingPage(root) : withheldPage(root);
  const { status, html } = wholePage(page, root);
  return { status, content: html };
}
