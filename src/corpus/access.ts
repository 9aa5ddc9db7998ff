/** Which bodies a reader may see and search (docs/interface.md, "Access to case bodies"). */
import type { CaseFilter } from "../domain/query.ts";

/**
 * `owner`: the command line, the library, and the pages of a service that only this machine reaches. `open`: a service that withholds nothing, or a caller with credentials.
 * `anyone`: sees only the bodies of whitelisted jurisdictions. `public`: also searches only these.
 */
export type Access = "owner" | "open" | "anyone" | "public";

/** Whether a body is shown. @param whitelisted of the case's jurisdiction */
export function isAllowed(access: Access, whitelisted: boolean): boolean {
  return whitelisted || access === "owner" || access === "open";
}

/** The filter, limited to the texts that this reader may search. */
export function filterFor(access: Access, filter: CaseFilter): CaseFilter {
  if (isAllowed(access, false)) return filter;
  const { citesToCases, ...others } = filter;
  const cited = citesToCases === undefined ? {} : { citesToCases: filterFor(access, citesToCases) };
  return {
    ...others,
    ...cited,
    citedByTexts: "open",
    ...(access === "public" ? { searchedTexts: "open" } : {}),
  };
}
