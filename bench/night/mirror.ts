/**
 * Prepares what a complete sync of the site leaves: the corpus with its ledger, downloads and imports, and the zips.
 *
 * A real sync of 40,000 volumes takes a quarter of an hour or more. The store itself writes the same rows, and the bench
 * checks them: `coverage` must report every unit as imported, and the first night must request nothing but the lists.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJoinedBody } from "../../src/casebody/read-body.ts";
import { type BulkFile, corpusUnitOf } from "../../src/domain/bulk-file.ts";
import type { CaseRecord } from "../../src/domain/case.ts";
import { createWeb } from "../../src/download/web.ts";
import { readBody } from "../../src/import/threads/records.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import { staticSource } from "../../src/sources/static.ts";
import type { ImportedArchive } from "../../src/store/ledger/units.ts";
import { CorpusWriter } from "../../src/store/write/corpus-writer.ts";
import { digestRecord, prepareCases } from "../../src/store/write/prepare-case.ts";
import type { Site } from "./site.ts";
import { CASES_EACH, caseFiles, dayOf, htmlOf, type Volume, zipOf } from "./volumes.ts";

const ALL = { jurisdictions: [], reporters: [], volumes: [], bodyFormat: "both" } as const;
const NOTHING = { read: 0, added: 0, changed: 0, unchanged: 0, removed: 0, rejected: 0 };

export interface Mirror {
  readonly corpus: string;
  readonly dataFolder: string;
}

/** @param mirror absolute paths, as the corpus notes them */
export async function makeMirror({ corpus, dataFolder }: Mirror, { url, volumes }: Site): Promise<void> {
  using writer = new CorpusWriter(corpus, readJoinedBody);
  writer.beginRun("sync");
  const files = await listFiles(url, writer);
  const units = files.map((file) => writer.claimUnit("static", corpusUnitOf(file)).id);
  const archives: ImportedArchive[] = [];
  for (const [nth, volume] of volumes.entries()) {
    const [file, unitId] = [files[nth], units[nth]];
    if (file === undefined || unitId === undefined) throw new Error(`volume ${nth} is not listed`);
    const path = join(dataFolder, file.path);
    const archive = archiveOf(path, unitId, dayOf(volume), await writeZip(path, volume));
    const records = recordsOf(file, volume);
    const read = records.map((record) => ({
      record,
      digest: digestRecord(record),
      reading: readBody(record),
    }));
    const batch = prepareCases(read).map((prepared) => ({ prepared, repeated: false }));
    writer.writeBatch(batch, archive);
    archives.push(archive);
  }
  for (const [nth, file] of files.entries()) {
    const archive = archives[nth];
    if (archive !== undefined) finish(writer, file, archive);
  }
  writer.endRun({ ...NOTHING, outcome: "done", error: null, archives: files.length });
}

async function listFiles(url: string, writer: CorpusWriter): Promise<readonly BulkFile[]> {
  const { signal } = new AbortController();
  const web = createWeb({
    ...{ userAgent: "caselaw-bench", token: null, baseUrl: url, proxy: null, connections: 1 },
    signal,
  });
  try {
    const offer = await staticSource.list(url, ALL, web);
    writer.noteOffer("static", offer);
    writer.writeListings(offer.reference, []);
    return offer.files;
  } finally {
    await web.close();
  }
}

async function writeZip(path: string, volume: Volume): Promise<Buffer> {
  const bytes = await zipOf(volume);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return bytes;
}

function recordsOf({ volume, reporter }: BulkFile, made: Volume): CaseRecord[] {
  return caseFiles(made).map((file) => {
    const reading = readCaseRecord(file, { volume, reporter });
    if (!reading.ok) throw new Error(reading.reason);
    const { record } = reading;
    return record.body.form === "static"
      ? { ...record, body: { ...record.body, html: htmlOf(file) } }
      : record;
  });
}

function archiveOf(path: string, unitId: number, release: string, bytes: Buffer): ImportedArchive {
  const at = new Date().toISOString();
  return {
    ...{ ...NOTHING, read: CASES_EACH, added: CASES_EACH, hashDifferences: 0, complete: true },
    ...{ unitId, path, release, bytes: bytes.length, finishedAt: at },
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** As at the end of an import, but for the moment of the download, which is that of the import. */
function finish(writer: CorpusWriter, file: BulkFile, archive: ImportedArchive): void {
  const { source, unit, url, version } = file;
  const { path, bytes, sha256, finishedAt } = archive;
  const validators = { etag: null, lastModified: null };
  const download = {
    source,
    unit,
    url,
    version,
    path,
    bytes,
    sha256,
    ...validators,
    downloadedAt: finishedAt,
  };
  writer.noteDownload({ ...download, confirmed: 1 }, null);
  writer.finishArchive(archive, { hasAllCases: 1, expected: CASES_EACH, missing: 0, mismatches: [] });
  writer.noteTried({ source, unit, outcome: "stored", error: null });
}
