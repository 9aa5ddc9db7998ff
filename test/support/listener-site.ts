/** A loopback copy of CourtListener's bulk data: sets of tables, packed, and their listing in XML. */
import { hash } from "node:crypto";
import { onTestFinished } from "vitest";
import type { TableName } from "../../src/sources/courtlistener/tables.ts";
import { type SetRows, tableText } from "./listener-set.ts";
import { fileStep, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";
import { writeBzip2 } from "./write-bzip2.ts";

export interface ListenerSite {
  readonly server: ScriptedServer;
  /** Packed files by name, as listed. */
  readonly files: Map<string, Buffer>;
  /** Adds a set, and lists it. */
  publish(release: string, rows: SetRows): void;
  /** Lists these files, in pages of so many. */
  list(pageSize?: number): void;
  /** The names of the tables that were requested since the last call. */
  downloads(): string[];
}

export async function startListenerSite(): Promise<ListenerSite> {
  const server = await startScriptedServer({});
  onTestFinished(() => server.close());
  const files = new Map<string, Buffer>();
  let seen = 0;
  const list = (pageSize = 1_000): void => {
    const listed = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
    server.script.set("/", [
      ({ url }) => {
        const at = Number(new URL(url, server.url).searchParams.get("continuation-token") ?? 0);
        const next = at + pageSize < listed.length ? String(at + pageSize) : null;
        return { body: listingOf(listed.slice(at, at + pageSize), next) };
      },
    ]);
    for (const [name, bytes] of listed)
      server.script.set(`/bulk-data/${name}`, [fileStep(bytes, { etag: etagOf(bytes) })]);
  };
  return {
    server,
    files,
    publish: (release, rows) => {
      for (const [table, values] of Object.entries(rows))
        files.set(`${table}-${release}.csv.bz2`, writeBzip2(tableText(table as TableName, values)));
      list();
    },
    list,
    downloads: () => {
      const names = server.requests
        .slice(seen)
        .flatMap(({ url }) => /^\/bulk-data\/(.*)$/.exec(url)?.[1] ?? []);
      seen = server.requests.length;
      return names.toSorted();
    },
  };
}

/** A page of the listing, as S3 writes it. */
export function listingOf(
  files: Iterable<readonly [name: string, bytes: Buffer]>,
  next: string | null = null,
): string {
  const contents = [...files].map(
    ([name, bytes]) =>
      `<Contents><Key>bulk-data/${name}</Key><LastModified>2025-04-01T08:12:01.000Z</LastModified>` +
      `<ETag>${etagOf(bytes).replaceAll('"', "&quot;")}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const continued = next === null ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>com-courtlistener-storage</Name><Prefix>bulk-data/</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>1000</MaxKeys>` +
    `<IsTruncated>${next !== null}</IsTruncated>${continued}${contents.join("")}</ListBucketResult>`
  );
}

function etagOf(bytes: Buffer): string {
  return `"${hash("md5", bytes, "hex")}"`;
}
