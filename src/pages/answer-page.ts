/** The pages by their addresses. */
import { browsePage } from "./browse-page.ts";
import { casePage } from "./case-page.ts";
import { layout } from "./layout.ts";
import { markup } from "./markup.ts";
import type { Page, Visit } from "./page.ts";
import { searchPage } from "./search-page.ts";
import { trendsPage } from "./trends-page.ts";

/** A page, whole. */
export interface PageAnswer {
  readonly status: Page["status"];
  readonly html: string;
}

/** @param path of the address, decoded: `/cases/435800/` */
export function answerPage(path: string, visit: Visit): PageAnswer {
  const page = pageAt(path, visit) ?? missingPage();
  return { status: page.status, html: layout(page).toString() };
}

function pageAt(path: string, visit: Visit): Page | null {
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
  if (first === "") return searchPage(visit);
  if (first === "trends" && rest.length === 0) return trendsPage(visit);
  if (first === "browse") return browsePage(rest, visit);
  const [id = ""] = rest;
  return first === "cases" && rest.length === 1 && /^[1-9]\d{0,15}$/.test(id)
    ? casePage(Number(id), visit)
    : null;
}

function missingPage(): Page {
  return { status: 404, title: "Not found", main: markup`<h1>There is no such page</h1>` };
}
