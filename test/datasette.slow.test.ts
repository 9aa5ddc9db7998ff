/**
 * Datasette reads the SQLite export with docs/datasette/metadata.json. Skipped where Python lacks it: CASELAW_TEST_PYTHON names an
 * interpreter that has `datasette`.
 */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { exported } from "./export/exporting.ts";
import { runChild } from "./support/children.ts";
import { METADATA } from "./support/datasette-metadata.ts";

const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const hasDatasette = spawnSync(PYTHON, ["-m", "datasette", "--version"]).status === 0;

test.skipIf(!hasDatasette)(
  "Datasette has facets, descriptions and queries (skipped without it)",
  async () => {
    const { folder } = await exported({ format: "sqlite" });
    const get = async (address: string): Promise<string> => {
      const args = ["-m", "datasette", "caselaw.db", "--metadata", METADATA, "--get", address];
      const { code, stdout, stderr } = await runChild(PYTHON, args, { folder });
      expect(code, stderr).toBe(0);
      return stdout;
    };
    expect(await get("/caselaw")).toContain("Most cited cases");
    const cases = JSON.parse(await get("/caselaw/cases.json?_shape=objects&_search=tackles"));
    expect(cases.rows.map(({ id }: { id: number }) => id)).toEqual([1]);
    expect(Object.keys(cases.facet_results.results ?? cases.facet_results)).toContain("decision_year");
    expect(await get("/caselaw/edges")).toContain("A row for each pair of a case and what it cites.");
    const citing = JSON.parse(await get("/caselaw/citing.json?id=3&_shape=objects"));
    expect(citing.rows).toMatchObject([{ id: 1 }]);
    const found = JSON.parse(await get("/caselaw/opinions_with.json?words=word5&_shape=objects"));
    expect(found.rows).toMatchObject([{ id: 5 }]);
  },
);
