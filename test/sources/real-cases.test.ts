/** Recorded records of every year, read completely; the publisher's own hashes say whether the text is right. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isJsonObject } from "../../src/domain/json.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";

const REAL = new URL("../../../shared/real/", import.meta.url);

function filesOf(folder: string): readonly { readonly name: string; readonly json: unknown }[] {
  const names = readdirSync(new URL(folder, REAL)).filter((name) => /^[^i].*\.json$/.test(name));
  return names.map((name) => ({
    name,
    json: JSON.parse(readFileSync(new URL(`${folder}${name}`, REAL), "utf8")),
  }));
}

test.skipIf(!existsSync(REAL))("readCaseRecord reads every recorded answer (where at hand)", () => {
  let read = 0;
  for (const { name, json } of filesOf("api/")) {
    const body = isJsonObject(json) && isJsonObject(json.response) ? json.response.body : null;
    const records = isJsonObject(body) && Array.isArray(body.results) ? body.results : [body];
    for (const record of records.filter((one) => isJsonObject(one) && "decision_date" in one)) {
      const reading = readCaseRecord(record, null);
      if (!reading.ok) throw new Error(`${name}: ${reading.reason}`);
      expect([name, reading.record.volume.barcode, reading.record.volume.volumeNumber]).not.toContain(null);
      expect([name, reading.record.volume.reporterId, reading.record.court?.slug]).not.toContain(null);
      read++;
    }
  }
  expect(read).toBeGreaterThan(30);
});
