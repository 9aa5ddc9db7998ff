/** Exports a corpus, or the cases that match a filter, as files for other tools. */

import { CorpusSnapshot, openerOf } from "../corpus/open-corpus.ts";
import { type CorpusLocation, fileOf } from "../domain/corpus-source.ts";
import { CaselawError } from "../domain/errors.ts";
import { programVersion } from "../files/program.ts";
import { readCaseRequest } from "../v1/case-parameters.ts";
import type { CaseRequest } from "../v1/case-request.ts";
import { readSpan } from "../v1/changes.ts";
import { type Question, refuseUnknown, valuesOf } from "../v1/parameter.ts";
import type { ExportParameterName, QuestionOf } from "../v1/parameter-names.ts";
import type { ExportOptions, Format } from "./format.ts";
import { checkColumns, checkFormat, EXPORT_PARAMETERS, type ExportFormat, FORMATS } from "./formats.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { publish } from "./publish.ts";
import { writeCases } from "./write-cases.ts";

/** What `runExport` exports, and where to. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** The folder to create. Its parent folder must exist. */
  readonly target: string;
  /** Filters, `full_case` and `body_format` (docs/interface.md, "Parameters of cases"); all cases by default. */
  readonly question?: QuestionOf<ExportParameterName>;
  /** What happens to an export that already exists; refused by default. */
  readonly existing?: "refused" | "replaced";
  readonly options?: ExportOptions;
  /**
   * Exports only an increment (export/write-cases): the cases that changed after this change number, or at or after this date or
   * ISO 8601 time, and the ids of removed cases. All cases by default.
   */
  readonly since?: number | string;
}

/** How `runExport` runs. */
export interface ExportRun {
  /** What every address in a record begins with, without a slash at the end; by default they are relative: `/v1/cases/1/`. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  /** Called before the first page and after each page. */
  readonly onProgress?: (progress: { readonly cases: number; readonly total: number }) => void;
  readonly onLocked?: (lock: Disposable) => void;
}

/**
 * Exports one state of a corpus into a new folder, in constant memory; an import may run at the same time. A case whose body is
 * damaged is left out, and the manifest lists it.
 *
 * @returns the manifest, as in the folder's `manifest.json`
 * @throws CaselawError `invalid` (with `parameters` for wrong filters; for an unknown format or option), as `openCorpus` and
 *   as `publish`; the signal's reason. After an error the target is unchanged.
 */
export async function runExport(
  location: CorpusLocation,
  request: ExportRequest,
  run: ExportRun = {},
): Promise<Manifest> {
  const { question = {}, target, existing = "refused", options = {} } = request;
  const isIncrement = request.since !== undefined;
  checkFormat(request.format, options, isIncrement);
  refuseUnknown(question, EXPORT_PARAMETERS);
  const format: Format = FORMATS[request.format];
  using snapshot = new CorpusSnapshot((await openerOf(location))());
  const cases = readRequest(snapshot, request.format, question);
  const bodyFormat = cases.fullCase ? cases.bodyFormat : null;
  checkColumns(request.format, options, { bodyFormat, isIncrement });
  const span = request.since === undefined ? null : readSpan(String(request.since), snapshot);
  const exportedAt = new Date().toISOString();
  const { onLocked } = run;
  const publication = {
    target,
    existing,
    corpusPath: fileOf(location),
    ...(onLocked === undefined ? {} : { onLocked }),
  };
  return await publish(publication, async (folder) => {
    const output = { folder, snapshot, baseUrl: run.baseUrl ?? "", bodyFormat, options };
    const written = await writeCases(format, output, { ...cases, span }, run);
    const head = {
      caselaw: programVersion(),
      format: request.format,
      filter: filterOf(question),
      options: {
        full_case: cases.fullCase,
        body_format: bodyFormat,
        flat: options.flat === true,
        partition: options.partition === true,
        columns: options.columns ?? null,
        edges: format.hasEdges ? (options.edges ?? "pairs") : null,
      },
      ...(span ?? {}),
      corpus: { last_change: snapshot.state.lastChange, state: snapshot.state.state },
      exported_at: exportedAt,
      cases: written.cases,
      ...(written.damaged.length === 0 ? {} : { damaged: written.damaged }),
    };
    return await writeManifest(folder, head, written.files, run.signal);
  });
}

/** Reads the filters, and requests bodies where the format needs them. */
function readRequest(snapshot: CorpusSnapshot, format: ExportFormat, question: Question): CaseRequest {
  const request = readCaseRequest(valuesOf(question), snapshot, EXPORT_PARAMETERS);
  const { bodies, bodyFormats }: Format = FORMATS[format];
  const fullCase = request.fullCase || bodies === "always";
  if (!bodyFormats.includes(request.bodyFormat)) {
    const message = `Select a valid choice. ${format} is exported with ${bodyFormats.join(" or ")} only.`;
    throw new CaselawError("invalid", `Cannot export ${format}: body_format: ${message}`, {
      parameters: { body_format: [message] },
    });
  }
  return { ...request, fullCase };
}

function filterOf(question: Question): Record<string, readonly string[]> {
  const filters = [...valuesOf(question)].filter(([name]) => name !== "full_case" && name !== "body_format");
  return Object.fromEntries(filters);
}
