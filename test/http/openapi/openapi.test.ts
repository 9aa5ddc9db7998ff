import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { describeService } from "../../../src/http/openapi/openapi.ts";
import { checkText } from "../../../src/v1/check/check.ts";
import { COLLECTIONS, RECORD_NAMES } from "../../../src/v1/collections.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";

interface Described {
  readonly name: string;
  readonly schema: { readonly type: string };
}

const SAMPLE = join(import.meta.dirname, "../../../data/sample/bulk/Franklin-20231204-xml.zip");
const EXAMPLES = join(import.meta.dirname, "../../../src/http/openapi/examples.json");

const document = JSON.parse(JSON.stringify(describeService("https://cap.example.org")));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "openapi" });

test("describeService makes a valid OpenAPI 3.1 document", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("describeService resolves: each reference leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(references.length).toBeGreaterThan(20);
  for (const path of references) {
    const target = path.split("/").reduce((value, key) => value?.[key], document);
    expect(target, path).toBeDefined();
  }
});

test("describeService: ids and numbers are integers", () => {
  const parameters: Described[] = Object.values<{ get?: { parameters?: Described[] } }>(
    document.paths,
  ).flatMap(({ get }) => get?.parameters ?? []);
  const integers = new Set(
    parameters.filter(({ schema }) => schema.type === "integer").map(({ name }) => name),
  );
  const named = ["page_size", "limit", "seed", "id", "id__gte", "court_id", "cites_to__id", "case_id"];
  expect([...named, "start_year"].filter((name) => !integers.has(name))).toEqual([]);
});

test("describeService says what the fields of records mean", () => {
  expect(document.components.schemas.Case.properties.name.description).toBe("Full name");
  expect(JSON.stringify(document)).not.toContain("caveats");
});

test.each([
  [{ jurisdiction: { ill: 1 } }, true],
  [{}, true],
  [{ jurisdiction: 1 }, false],
  [{ jurisdiction: { ill: "1" } }, false],
  [{ colour: {} }, false],
])("describeService: facets %j fit: %s", (facets, fits) => {
  expect(new Ajv2020({ strict: false }).compile(document.components.schemas.Facets)(facets)).toBe(fits);
});

test("describeService: its examples are answers from the sample (vitest run -u renews them), and fit their schemas", async () => {
  const folder = tempFolder();
  expect((await runHere(["import", SAMPLE], { folder })).code).toBe(0);
  using v1 = openV1(join(folder, "data", "caselaw.db"));
  const records = COLLECTIONS.map((name) => [RECORD_NAMES[name], v1.list(name, { page_size: 1 }).results[0]]);
  const answers: Record<string, unknown> = {
    ...Object.fromEntries(records),
    Similar: v1.similar(v1.list("cases", { cite: "61 Frankl. 33" }).results[0]?.id ?? 0, { limit: 1 }),
    Treatment: v1.treatment(v1.list("cases", { cite: "61 Frankl. 33" }).results[0]?.id ?? 0),
    Ngrams: v1.ngrams({ q: "mill dam", year: 1877 }),
    Resolved: v1.resolve({ q: "61 Frankl. 33" }),
    Check: checkText(v1, "See 61 Frankl. 33."),
  };
  const examples = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, [answer]]));
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(EXAMPLES);
  for (const [name, [answer]] of Object.entries(examples))
    expect(ajv.getSchema(`openapi#/components/schemas/${name}`)?.(answer), name).toBe(true);
});
