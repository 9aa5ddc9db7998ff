/** A client that a generator makes of the description compiles, with the types of parameters and answers. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeService } from "../../../src/http/openapi/openapi.ts";
import { runChild } from "../../support/children.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const MODULES = join(import.meta.dirname, "..", "..", "..", "node_modules");
const OPTIONS = ["--strict", "--noEmit", "--target", "es2024", "--module", "nodenext", "--types", ""];

const CONSUMER = `
import createClient from "openapi-fetch";
import type { paths } from "./service.js";

const client = createClient<paths>({ baseUrl: "https://cap.example.org" });
const query = { search: "mill", page_size: 10, court_id: 8772, seed: 5, id__gte: 1, full_case: "true" } as const;
const { data } = await client.GET("/v1/cases/", { params: { query } });
export const count: number | null | undefined = data?.count;
const body = data?.results[0]?.casebody;
if (body?.status === "ok" && typeof body.data === "object") console.log(body.data?.opinions.length);
// @ts-expect-error: an integer
await client.GET("/v1/courts/", { params: { query: { page_size: "10" } } });
const reporter = await client.GET("/v1/reporters/{key}/", { params: { path: { key: 983 } } });
export const name: string | null | undefined = reporter.data?.full_name;
`;

test("a generated client compiles: integers are numbers, and a list has a count", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"])
    symlinkSync(join(MODULES, name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(describeService("https://cap.example.org")));
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const run = (program: string, ...args: string[]) =>
    runChild(process.execPath, [join(MODULES, program), ...args], { folder });
  const made = await run("openapi-typescript/bin/cli.js", "openapi.json", "--output", "service.ts");
  expect(made.code, made.stderr).toBe(0);
  const compiled = await run("typescript/bin/tsc", ...OPTIONS, "consumer.ts");
  expect(compiled).toMatchObject({ code: 0, stdout: "" });
});
