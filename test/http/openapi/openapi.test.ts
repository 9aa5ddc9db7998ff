import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { describeService } from "../../../src/http/openapi/openapi.ts";
import { COLLECTIONS, parametersOf } from "../../../src/v1/collections.ts";

interface Described {
  readonly name: string;
  readonly schema: { readonly type: string };
  readonly example?: unknown;
}

const document = JSON.parse(JSON.stringify(describeService("https://cap.example.org")));

test("describeService makes a valid OpenAPI 3.1 document", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test.each(COLLECTIONS)("describeService tells every parameter of %s", (collection) => {
  const names = document.paths[`/v1/${collection}/`].get.parameters.map((one: { name: string }) => one.name);
  expect(names).toEqual([...parametersOf(collection).map(({ name }) => name), "format"]);
});

test.each(COLLECTIONS)(
  "describeService: the answer of a list of %s is JSON; files are described in words",
  (collection) => {
    const { responses } = document.paths[`/v1/${collection}/`].get;
    expect(Object.keys(responses["200"].content)).toEqual(["application/json"]);
  },
);

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

test("describeService names the address in force", () => {
  expect(document.servers).toEqual([{ url: "https://cap.example.org" }]);
});

test("describeService has an example of every record and parameter; a cursor is opaque, so it has none", () => {
  const without = COLLECTIONS.flatMap((name) =>
    document.paths[`/v1/${name}/`].get.parameters
      .filter((one: { example?: unknown }) => one.example === undefined)
      .map((one: { name: string }) => one.name),
  );
  expect(new Set(without)).toEqual(new Set(["cursor"]));
});

test("describeService: each example of a parameter fits its schema, and integers are integers", () => {
  const ajv = new Ajv2020({ strict: false });
  const parameters: Described[] = Object.values<{ get?: { parameters?: Described[] } }>(
    document.paths,
  ).flatMap(({ get }) => get?.parameters ?? []);
  for (const { name, schema, example } of parameters)
    expect(example === undefined || ajv.validate(schema, example), name).toBe(true);
  const integers = new Set(
    parameters.filter(({ schema }) => schema.type === "integer").map(({ name }) => name),
  );
  const named = [
    "page_size",
    "limit",
    "seed",
    "id",
    "id__gte",
    "court_id",
    "cites_to__id",
    "case_id",
    "start_year",
  ];
  expect(named.filter((name) => !integers.has(name))).toEqual([]);
});

test("describeService: each example fits its schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "openapi" });
  const examples = Object.entries<{ examples?: unknown[] }>(document.components.schemas).flatMap(
    ([name, { examples = [] }]) => examples.map((example) => ({ name, example })),
  );
  expect(examples.length).toBeGreaterThan(10);
  for (const { name, example } of examples) {
    const validate = ajv.getSchema(`openapi#/components/schemas/${name}`);
    expect(validate?.(example) ? null : { name, errors: validate?.errors }).toBeNull();
  }
});

test.each([
  [{ jurisdiction: { ill: 1 } }, true],
  [{}, true],
  [{ jurisdiction: 1 }, false],
  [{ jurisdiction: { ill: "1" } }, false],
  [{ colour: {} }, false],
])("describeService: facets %j fit: %s", (facets, fits) => {
  const ajv = new Ajv2020({ strict: false });
  expect(ajv.compile(document.components.schemas.Facets)(facets)).toBe(fits);
});
