/** What was found as files: links to the interface's formats, and the command for the others. */
import { CASE_PARAMETERS } from "../../v1/case-parameters.ts";
import { MAX_PAGE_SIZE } from "../../v1/paging.ts";
import { type Html, markup } from "../markup.ts";
import { type Search, withValues } from "../search-address.ts";
import { numberWords } from "../words.ts";

const FORMATS = [
  ["csv", "CSV"],
  ["jsonl", "JSON Lines"],
  ["bibtex", "BibTeX"],
  ["biblatex", "BibLaTeX"],
  ["parquet", "Parquet"],
] as const;
/** Of the list, not of its filter. */
const NO_FILTERS = ["ordering", "seed", "count"];

/** @param count of all matches; null: it is not known @param root as in `PageRequest` */
export function downloads({ parameters }: Search, count: number | null, root: string): Html {
  const links = FORMATS.map(([format, name]) => {
    const query = withValues(parameters, { format, page_size: String(MAX_PAGE_SIZE) });
    return markup`<li><a href="${root}/v1/cases/?${query}" download>${name}</a></li>`;
  });
  const isCut = count === null || count > MAX_PAGE_SIZE;
  return markup`<section class="downloads no-print" aria-labelledby="download">
<h2 id="download">Download</h2>
<ul>${links}</ul>
<p class="quiet">${isCut ? `The first ${numberWords(MAX_PAGE_SIZE)} cases` : "All cases of the list"}, without their texts.</p>
<p class="quiet">For Parquet files of ${isCut ? "every match" : "them"} with the texts, run this command on the machine that has the corpus:</p>
<code>${exportCommand(parameters)}</code>
</section>`;
}

/** The command that exports the matches of these parameters, for a POSIX shell. */
export function exportCommand(parameters: URLSearchParams): string {
  const options = [...parameters]
    .filter(([name]) => !NO_FILTERS.includes(name))
    .map(([name, value]) => {
      const isSuffixed = CASE_PARAMETERS.some((one) => one.name === name && one.suffixOf !== undefined);
      return isSuffixed
        ? `--filter=${quoted(`${name}=${value}`)}`
        : `--${name.replaceAll("_", "-")}=${quoted(value)}`;
    });
  return ["caselaw export --format parquet --to found", ...options].join(" ");
}

function quoted(value: string): string {
  return /^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
