/** Compares a mirror with the model; what it has on disk is read without the code that wrote it where that is possible. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunOptions } from "../../../src/import/run.ts";
import type { V1CoverageUnit } from "../../../src/v1/coverage.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { listing } from "../../support/run.ts";
import type { YearModel } from "./year-model.ts";

/** A difference, with the unit or barcode that has it; an empty name for all. */
export interface Difference {
  readonly of: string;
  readonly text: string;
}

export function differences(model: YearModel, options: RunOptions): Difference[] {
  return [
    ...ofCoverage(model, options),
    ...ofCases(model, options),
    ...ofValues("archive", model.disk, readArchives(options)),
    ...ofValues("rejects", mapOf(model.rejected()), mapOf(readRejected(options))),
    ...readParts(options).map((name) => ({ of: "", text: `${name} is left` })),
  ];
}

function ofCoverage(model: YearModel, { corpusPath }: RunOptions): Difference[] {
  using corpus = openV1(corpusPath);
  const { units } = corpus.coverage();
  const found = new Map(units.map((one) => [one.unit, `${one.state}, ${one.cases_imported} cases`]));
  const expected = new Map(
    model.truths().map(({ unit, state, cases }) => [unit, `${state}, ${cases} cases`]),
  );
  const unfounded = units.filter((one) => !isFounded(one));
  return [
    ...ofValues("coverage", expected, found),
    ...unfounded.map((one) => ({ of: one.unit, text: `without a cause: ${JSON.stringify(one)}` })),
  ];
}

/** An error has a failure, and so have attempts without success. */
function isFounded({ state, error, attempts }: V1CoverageUnit): boolean {
  return (
    (error !== null) === (state === "failed") && (attempts === 0 || state === "failed" || state === "missing")
  );
}

function ofCases(model: YearModel, options: RunOptions): Difference[] {
  const named = new Map([...readNames(options)].map(([id, name]) => [String(id), name ?? ""]));
  return ofValues("case", model.names(), named).map(({ of, text }) => ({
    of: model.barcodeOf(Number(of)),
    text,
  }));
}

function ofValues(
  what: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): Difference[] {
  const all = [...new Set([...expected.keys(), ...found.keys()])];
  return all
    .filter((of) => expected.get(of) !== found.get(of))
    .map((of) => ({
      of,
      text: `${what} ${of}: ${found.get(of) ?? "none"}, expected ${expected.get(of) ?? "none"}`,
    }));
}

function mapOf(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, "some"]));
}

/** SHA-256 of the archives in the data folder, by unit. */
function readArchives({ dataFolder }: RunOptions): Map<string, string> {
  const folder = join(dataFolder, "static");
  const zips = listing(folder).filter((name) => name.endsWith(".zip"));
  return new Map(
    zips.map((name) => [
      name.slice(0, -".zip".length),
      hash("sha256", readFileSync(join(folder, name)), "hex"),
    ]),
  );
}

/** Unfinished downloads. */
function readParts({ dataFolder }: RunOptions): string[] {
  return listing(dataFolder).filter((name) => name.includes(".part"));
}

/** Barcodes of volumes with rejected records. */
function readRejected({ dataFolder }: RunOptions): string[] {
  return listing(join(dataFolder, "rejects", "static")).map((name) => name.replace(/\.jsonl$/, ""));
}

/** Names of all cases by id. */
function readNames({ corpusPath }: RunOptions): Map<number, string | null> {
  using corpus = openV1(corpusPath);
  return new Map([...corpus.all("cases", { page_size: "1000" })].map(({ id, name }) => [id, name]));
}
