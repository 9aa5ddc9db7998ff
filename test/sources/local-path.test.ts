import fc from "fast-check";
import { expect, test } from "vitest";
import { isSafeName, localNames } from "../../src/sources/local-path.ts";

const nameOf = (fileName: string) => localNames([{ key: "ill-xml", fileName }]).get("ill-xml");

test.each(["Illinois-20200501-xml.zip", "Ill. App. 2d-20190418-text.zip", "Québec (1)-20200501-xml.zip"])(
  "localNames keeps the name %s",
  (name) => {
    expect(nameOf(name)).toBe(name);
  },
);

test.each([
  ["../../x.zip", "_x~ill-xml.zip"],
  ["/etc/x", "_etc_x~ill-xml.zip"],
  ["C:\\x.zip", "C_x~ill-xml.zip"],
  ["", "bulk~ill-xml.zip"],
  ["..", "_~ill-xml.zip"],
  [".zip", "bulk~ill-xml.zip"],
  ["a\u0000b.zip", "a_b~ill-xml.zip"],
  ["a~ill-xml.zip", "a_ill-xml~ill-xml.zip"],
  ["x.json", "x_json~ill-xml.zip"],
  ["a".repeat(300), `${"a".repeat(40)}~ill-xml.zip`],
])("localNames makes %j safe", (name, safe) => {
  expect(nameOf(name)).toBe(safe);
});

test("N11: localNames gives no two files one name, even where case does not count", () => {
  const files = [
    { key: "ill-xml", fileName: "A.zip" },
    { key: "ill-text", fileName: "a.zip" },
    { key: "us-xml", fileName: "b.zip" },
  ];
  expect([...localNames(files).values()]).toEqual(["A~ill-xml.zip", "a~ill-text.zip", "b.zip"]);
});

test("N11: localNames makes safe and different names of anything", () => {
  const names = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a.zip", "A.zip", "../a.zip")),
  );
  fc.assert(
    fc.property(names, (given) => {
      const files = given.map((fileName, index) => ({ key: `k${index}`, fileName }));
      const made = [...localNames(files).values()];
      expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(files.length);
      for (const name of made) expect(name).toMatch(/^[^./\\~][^/\\:\0]*\.zip$/u);
    }),
  );
});

test.each(["..", ".", "", "a/b", "a\\b", "x.", " x", "a:b", "-a", "e\u0301"])(
  "isSafeName refuses %j",
  (name) => {
    expect(isSafeName(name)).toBe(false);
  },
);
