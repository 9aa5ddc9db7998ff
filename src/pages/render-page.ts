/** The pages by their addresses. */

import type { Corpus } from "../corpus/corpus.ts";
import { readCaseId } from "../domain/case-id.ts";
import { CaselawError } from "../domain/errors.ts";
import { browsePage } from "./browse/browse-page.ts";
import { caseFile, fileAt } from "./case/case-file.ts";
import { casePage } from "./case/case-page.ts";
import { citationPage, neighbourPage, similarPage } from "./case/case-ways.ts";
import { treatmentPage } from "./case/treatment-page.ts";
import { checkFormPage } from "./check/check-page.ts";
import { lostPlacePage, missingPage, refusedPage } from "./failure-page.ts";
import {
  movedPage,
  type Page,
  type PageAnswer,
  type PageFile,
  type PageRequest,
  rootOf,
  type Section,
  wholePage,
} from "./page.ts";
import { searchPage } from "./search/search-page.ts";
import { trendsAnswer } from "./trends/trends-page.ts";

interface PageQuestion {
  /** As in the address, still escaped: `/cases/435800/`. */
  readonly path: string;
  readonly query: string;
  /** What links into `/v1/` start with; no slash at the end. */
  readonly baseUrl: string;
}

/**
 * Renders the page of any address, or its file, from one state of the corpus. Wrong parameters become a list of messages, unless
 * the page handles them itself.
 *
 * @param corpus as the reader sees it
 * @throws errors that the request did not cause
 */
export function renderPage(corpus: Corpus, { path, query, baseUrl }: PageQuestion): PageAnswer | PageFile {
  const request = { corpus, query: new URLSearchParams(query), baseUrl, root: rootOf(baseUrl) };
  const page = corpus.snapshot(() => foundPage(path, request));
  return "content" in page ? page : wholePage(page, request.root);
}

function foundPage(path: string, request: PageRequest): Page | PageFile {
  try {
    return pageAt(path, request) ?? missingPage(request.root);
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    if (error.parameters !== undefined) return refusedPage(error.parameters, request.root);
    if (error.code === "invalid_cursor") return lostPlacePage(request.root);
    throw error;
  }
}

function pageAt(path: string, request: PageRequest): Page | PageFile | null {
  const parts = path.split("/").filter((part) => part !== "");
  const [first = "", ...rest] = parts.map(decodeURIComponent);
  if (first === "") return searchPage(request);
  if (first === "trends" && rest.length === 0) return withSection("trends", trendsAnswer(request));
  if (first === "check" && rest.length === 0) return checkFormPage(request.root);
  if (first === "cite") return rest.length === 1 ? citationPage(rest.join(), null, request) : null;
  if (first === "browse") return withSection("browse", browsePage(rest, request));
  const [idText = "", part, caseId] = rest;
  if (first !== "cases" && /^\d/.test(idText) && (rest.length === 2 || rest.length === 3))
    return citationPage(`${idText} ${first} ${part}`, caseId === undefined ? null : Number(caseId), request);
  const file = first === "cases" && rest.length === 1 ? fileAt(idText, request.query) : null;
  if (file !== null) return withAddress(caseFile(file, request), file.id, request);
  const writtenId = first === "cases" ? readCaseId(idText) : null;
  if (writtenId === null) return null;
  const id = request.corpus.ownId(writtenId);
  if (rest.length === 1 && String(id) !== idText) return movedPage(`${request.root}/cases/${id}/`);
  if (rest.length === 2 && part === "similar") return similarPage(id, request);
  if (rest.length === 2 && part === "treatment") return treatmentPage(id, request);
  if (rest.length === 2 && (part === "next" || part === "previous")) return neighbourPage(id, part, request);
  return rest.length === 1 ? withAddress(casePage(id, request), id, request) : null;
}

/** A page or file of a case, if there is one, with the address that is the same for all of them. */
function withAddress(page: Page | PageFile | null, id: number, { baseUrl }: PageRequest) {
  if (page === null || ("status" in page && page.status !== 200)) return page;
  return { ...page, canonical: `${baseUrl}/cases/${id}/` };
}

function withSection(section: Section, page: Page | PageFile | null): Page | PageFile | null {
  return page === null || "content" in page ? page : { ...page, section };
}
