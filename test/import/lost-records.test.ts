/** Records that are skipped because the unit contributed them before. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeVolumeZip } from "../support/archives.ts";
import { staticCase } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("a record that lost against a newer archive is taken when a still newer one has it again", async () => {
  const options = runOptions();
  const folder = tempFolder();
  const add = async (month: number, name: string, lacking: readonly string[]): Promise<string> => {
    const record = (id: number, own: string) => [
      `000${id}-01`,
      staticCase(id, { file_name: `000${id}-01`, name: own, last_updated: null }),
    ];
    const all = [record(1, name), record(2, "Other")];
    const cases = Object.fromEntries(all.filter(([file]) => !lacking.includes(String(file))));
    const rows = all.map(([, row]) => row);
    const path = join(folder, `${month}`, "1.zip");
    const mtime = new Date(Date.UTC(2024, month, 4, 12));
    await importAt([await makeVolumeZip(path, { cases, rows, html: null }, { mtime })], options);
    using v1 = openV1(options.corpusPath);
    return v1.case(1)?.name ?? "";
  };
  // an archive that lacks a case does not keep older ones from being read
  expect(await add(3, "New", ["0002-01"])).toBe("New");
  expect(await add(2, "Old", [])).toBe("New");
  expect(await add(4, "Old", [])).toBe("Old");
});
