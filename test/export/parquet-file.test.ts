import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import { expect, test } from "vitest";
import { type ParquetColumn, ParquetFile } from "../../src/export/parquet-file.ts";
import { fieldOf, integer } from "../../src/v1/record-definitions.ts";
import { tempFolder } from "../support/temp-folder.ts";

const NUMBER: ParquetColumn<number> = {
  ...fieldOf("n", integer),
  value: (row) => row,
};

/** Rows of each row group, and how they are packed. */
async function groupsOf(rows: number, characters: number): Promise<{ rows: number[]; codecs: Set<unknown> }> {
  const path = join(tempFolder(), "n.parquet");
  await using file = await ParquetFile.make(path, [NUMBER]);
  for (let row = 0; row < rows; row++) await file.add(row, characters);
  await file.finish();
  expect(file.rows).toBe(rows);
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return {
    rows: groups.map((group) => Number(group.num_rows)),
    codecs: new Set(groups.flatMap(({ columns }) => columns.map((one) => one.meta_data?.codec))),
  };
}

test("ParquetFile ends a row group after 10,000 rows", async () => {
  expect(await groupsOf(20_001, 0)).toEqual({ rows: [10_000, 10_000, 1], codecs: new Set(["ZSTD"]) });
});

test("ParquetFile ends a row group after 32 MB of text", async () => {
  expect((await groupsOf(9, 8 * 2 ** 20)).rows).toEqual([4, 4, 1]);
});

test("ParquetFile tells the bounds of a group, unless they are left out", async () => {
  const path = join(tempFolder(), "n.parquet");
  const long: ParquetColumn<number> = { ...NUMBER, name: "long", bounds: "left out" };
  await using file = await ParquetFile.make(path, [NUMBER, long]);
  for (const row of [3, 1, 2]) await file.add(row);
  await file.finish();
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  expect(groups[0]?.columns.map(({ meta_data: told }) => told?.statistics?.max_value)).toEqual([
    3n,
    undefined,
  ]);
});
