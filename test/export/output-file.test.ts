import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OutputFile } from "../../src/export/output-file.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("OutputFile makes its folders, takes text and bytes in order, and counts rows", async () => {
  const path = join(tempFolder(), "a", "b", "c.txt");
  {
    await using file = await OutputFile.make(path);
    await file.write("ü\n", 1);
    await file.write(new Uint8Array([0x61, 0x0a]), 2);
    await file.write("");
    expect(file.rows).toBe(3);
  }
  expect(readFileSync(path, "utf8")).toBe("ü\na\n");
  await expect(OutputFile.make(path)).rejects.toMatchObject({ code: "EEXIST" });
});
