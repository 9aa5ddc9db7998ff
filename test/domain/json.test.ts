import { expect, test } from "vitest";
import { canonicalJson } from "../../src/domain/json.ts";

test("canonicalJson sorts keys at every depth, and changes nothing else", () => {
  const value = { b: [{ z: 1, a: null }, "x"], a: { é: true, B: 1.5, 10: "ten", 9: "nine" } };
  expect(canonicalJson(value)).toBe(
    '{"a":{"9":"nine","10":"ten","B":1.5,"é":true},"b":[{"a":null,"z":1},"x"]}',
  );
  expect(canonicalJson(JSON.parse('{"__proto__": {"b": 1, "a": 2}}'))).toBe('{"__proto__":{"a":2,"b":1}}');
  expect(["x", 1, null].map(canonicalJson)).toEqual(['"x"', "1", "null"]);
});
