/** Statements on the downloads of bulk files. */
import assert from "node:assert/strict";
import { type Answer, type Client, list, Skipped, textAt } from "./client.ts";
import type { Statement } from "./statement.ts";

const FROM =
  'docs/interface.md, "Collections and records"; docs/interface.md, "Behaviour by example", row 33';
/** A service may list hundreds of files, some not kept, some of gigabytes. */
const MAX_TRIED = 8;
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

interface KeptFile {
  readonly path: string;
  readonly size: number;
  /** Its first ten bytes. */
  readonly start: Uint8Array;
}

export const DOWNLOADS: readonly Statement[] = [
  {
    id: "download-whole",
    says: "a public file that is kept is 200 application/zip, whole, as an attachment",
    from: FROM,
    check: async (client) => {
      const { path, size, start } = await keptFile(client);
      if (size > MAX_WHOLE_BYTES) throw new Skipped("every kept file at hand is large");
      const { status, headers, bytes } = await client.ask(path);
      const type = headers.get("content-type");
      assert.deepEqual({ status, type, size: bytes.length }, { status: 200, type: "application/zip", size });
      assert.equal(headers.get("content-length"), String(size));
      assert.match(headers.get("content-disposition") ?? "none", /^attachment; filename=/);
      assert.deepEqual(bytes.slice(0, start.length), start);
    },
  },
  {
    id: "download-range",
    says: "Range is 206 with that part and its Content-Range; from the end too",
    from: FROM,
    check: async (client) => {
      const { path, size } = await keptFile(client);
      const ask = (range: string): Promise<Answer> => client.ask(path, { headers: { Range: range } });
      const first = await ask("bytes=1-4");
      assert.deepEqual(partOf(first), { status: 206, size: 4, range: `bytes 1-4/${size}` });
      const last = await ask("bytes=-5");
      assert.deepEqual(partOf(last), {
        status: 206,
        size: 5,
        range: `bytes ${size - 5}-${size - 1}/${size}`,
      });
    },
  },
  {
    id: "download-beyond",
    says: "a Range beyond the end is 416 and tells the size",
    from: FROM,
    check: async (client) => {
      const { path, size } = await keptFile(client);
      const { status, headers } = await client.ask(path, { headers: { Range: `bytes=${size}-` } });
      assert.deepEqual(
        { status, range: headers.get("content-range") },
        { status: 416, range: `bytes */${size}` },
      );
    },
  },
  {
    id: "download-private",
    says: "a file that is not public is 401 without credentials, with every Range too",
    from: FROM,
    check: async (client) => {
      const path = await privatePath(client);
      for (const headers of [{}, { Range: "bytes=0-9" }, { Range: "bytes=99999999999-" }]) {
        const { status, bytes } = await client.ask(path, { headers: { ...headers } });
        assert.equal(status, 401);
        assert.notDeepEqual(bytes.slice(0, 2), Uint8Array.of(0x50, 0x4b), "a zip was sent");
      }
    },
  },
  {
    id: "download-private-token",
    says: "a file that is not public is sent with a good token, when it is kept",
    from: FROM,
    check: async (client) => {
      if (client.token === null) throw new Skipped("no --token");
      const headers = { Authorization: `Token ${client.token}`, Range: "bytes=0-9" };
      const { status } = await client.ask(await privatePath(client), { headers });
      assert.ok([206, 200, 404].includes(status), `found ${status}`);
    },
  },
  {
    id: "download-missing",
    says: "the download of a file that is not listed is 404",
    from: FROM,
    check: async (client) => {
      const { status, text } = await client.ask("/v1/bulk/9007199254740000/download/");
      assert.deepEqual({ status, body: JSON.parse(text) }, { status: 404, body: { detail: "Not found." } });
    },
  },
];

function partOf({ status, headers, bytes }: Answer): object {
  return { status, size: bytes.length, range: headers.get("content-range") };
}

/** The smallest of the first public files that are kept. */
async function keptFile(client: Client): Promise<KeptFile> {
  const { results } = await list(client, "bulk", { page_size: "100" });
  const found: KeptFile[] = [];
  for (const one of results.filter((file) => file.public === true).slice(0, MAX_TRIED)) {
    const path = textAt(one, "download_url");
    const { status, headers, bytes } = await client.ask(path, { headers: { Range: "bytes=0-9" } });
    if (status === 404) continue;
    assert.equal(status, 206, `Range of ${path} answers ${status}`);
    const size = /^bytes 0-9\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
    assert.ok(size !== undefined, `Content-Range is ${headers.get("content-range")}`);
    found.push({ path, size: Number(size), start: bytes });
  }
  const [smallest] = found.toSorted((a, b) => a.size - b.size);
  if (smallest === undefined) throw new Skipped("no public file that is kept");
  return smallest;
}

async function privatePath(client: Client): Promise<string> {
  const { results } = await list(client, "bulk", { page_size: "1000" });
  const closed = results.find((file) => file.public === false);
  if (closed === undefined) throw new Skipped("every file is public");
  return textAt(closed, "download_url");
}
