/** The MCP bundle: unpacked and started as its manifest says, it answers an assistant. The manifest has the form of version 0.3. */
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as v from "valibot";
import { expect, test } from "vitest";
import { openPromise } from "yauzl";
import { TOOL_NAMES } from "../../src/mcp/schemas.ts";
import { runChild } from "../support/children.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MAX_BYTES = 20_000_000;

const text = v.pipe(v.string(), v.minLength(1));
const url = v.pipe(v.string(), v.url());
/** The required keys, and the optional ones that are used; the format allows no others. */
const MANIFEST = v.strictObject({
  manifest_version: v.literal("0.3"),
  ...{ name: text, display_name: text, version: text, description: text, long_description: text },
  author: v.strictObject({ name: text }),
  repository: v.strictObject({ type: text, url }),
  ...{ homepage: url, documentation: url, support: url, license: text, keywords: v.array(text) },
  server: v.strictObject({
    ...{ type: v.literal("node"), entry_point: text },
    mcp_config: v.strictObject({ command: v.literal("node"), args: v.array(text) }),
  }),
  tools: v.array(v.strictObject({ name: text, description: text })),
  compatibility: v.strictObject({
    platforms: v.array(v.picklist(["darwin", "linux", "win32"])),
    runtimes: v.strictObject({ node: text }),
  }),
  user_config: v.record(
    text,
    v.strictObject({ type: v.literal("file"), title: text, description: text, required: v.boolean() }),
  ),
});

async function unpack(archive: string, folder: string): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, entry.fileName);
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
  zip.close();
}

test("npm run mcpb makes a bundle with which an assistant asks a corpus", async () => {
  const folder = keptFolder();
  const setUp = await runChild("npm", ["run", "-s", "setup"], { folder: ROOT });
  expect(setUp.code, setUp.stderr).toBe(0);
  const made = await runChild(process.execPath, [join(ROOT, "config", "make-mcpb.ts"), folder], { folder });
  expect(made.code, made.stderr).toBe(0);
  const bundle = made.stdout.split("\n")[0] ?? "";
  expect(readFileSync(bundle).length).toBeLessThan(MAX_BYTES);

  const extension = join(folder, "extension");
  await unpack(bundle, extension);
  const { server, user_config, tools } = v.parse(
    MANIFEST,
    JSON.parse(readFileSync(join(extension, "manifest.json"), "utf8")),
  );
  expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
  expect(server.mcp_config.args[0]).toBe(`\${__dirname}/${server.entry_point}`);

  const values = new Map(Object.keys(user_config).map((key) => [`\${user_config.${key}}`, key]));
  expect([...values.values()]).toEqual(["corpus"]);
  const corpus = makeCorpus(bulkCases(1, 2), join(folder, "test.db"));
  const args = server.mcp_config.args.map((one) =>
    values.has(one) ? corpus : one.replace(/^\$\{__dirname\}/, extension),
  );
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const { structuredContent } = await client.callTool({ name: "coverage", arguments: {} });
  expect(structuredContent).toMatchObject({ cases: 2 });
  await client.close();
});
