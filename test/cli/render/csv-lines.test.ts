import { expect, test } from "vitest";
import { csvWriter } from "../../../src/cli/render/csv-lines.ts";

test("csvWriter quotes what must be, leaves null empty, and ends lines as RFC 4180 does", async () => {
  const line = await csvWriter();
  expect(line([1, null, true, 'a "b"', "c,d", "e\nf", "g\rh", ""])).toBe(
    '1,,true,"a ""b""","c,d","e\nf","g\rh",\r\n',
  );
});
