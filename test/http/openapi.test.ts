import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { COLLECTIONS, parametersOf } from "../../src/corpus/collections.ts";
import { describeService } from "../../src/http/openapi.ts";

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
  expect(names).toEqual(parametersOf(collection).map(({ name }) => name));
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

test("describeService names the address in force", () => {
  expect(document.servers).toEqual([{ url: "https://cap.example.org" }]);
});
