/** Statements on the downloads of bulk files. */
import assert from "node:assert/strict";
import { type Answer, answers, type Client, list, Skipped, textAt } from "./client.ts";
import { row, type Statement, statements } from "./statement.ts";

const FROM = `docs/interface.md, "Collections and records"; ${row(33)}`;
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
  ...statements(FROM, {
    "download-whole: a public file that is kept is 200 application/zip, whole, as an attachment": async (
      client,
    ) => {
      const { path, size, start } = await keptFile(client);
      if (size > MAX_WHOLE_BYTES) throw new Skipped("every kept file at hand is large");
      const { status, headers, bytes } = await client.ask(path);
      const type = headers.get("content-type");
      assert.deepEqual({ status, type, size: bytes.length }, { status: 200, type: "application/zip", size });
      assert.equal(headers.get("content-length"), String(size));
      assert.match(headers.get("content-disposition") ?? "none", /^attachment; filename=/);
      assert.deepEqual(bytes.slice(0, start.length), start);
    },
    "download-range: Range is 206 with that part and its Content-Range; from the end too": async (client) => {
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
    "download-beyond: a Range beyond the end is 416 and tells the size": async (client) => {
      const { path, size } = await keptFile(client);
      const { status, headers } = await client.ask(path, { headers: { Range: `bytes=${size}-` } });
      assert.deepEqual(
        { status, range: headers.get("content-range") },
        { status: 416, range: `bytes */${size}` },
      );
    },
    "download-private: a file that is not public is 401 without credentials, with every Range too": async (
      client,
    ) => {
      const path = await privatePath(client);
      for (const headers of [{}, { Range: "bytes=0-9" }, { Range: "bytes=99999999999-" }]) {
        const { status, bytes } = await client.ask(path, { headers: { ...headers } });
        assert.equal(status, 401);
        assert.notDeepEqual(bytes.slice(0, 2), Uint8Array.of(0x50, 0x4b), "a zip was sent");
      }
    },
    "download-private-token: a file that is not public is sent with a good token, when it is kept": async (
      client,
    ) => {
      if (client.token === null) throw new Skipped("no --token");
      const headers = { Authorization: `Token ${client.token}`, Range: "bytes=0-9" };
      const { status } = await client.ask(await privatePath(client), { headers });
      assert.ok([206, 200, 404].includes(status), `found ${status}`);
    },
    "download-missing: the download of a file that is not listed is 404": async (client) => {
      await answers(client, "/v1/bulk/9007199254740000/download/", 404, { detail: "Not found." });
    },
  }),
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
