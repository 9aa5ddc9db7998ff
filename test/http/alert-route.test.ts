/** The feeds of alerts over HTTP. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { feedPath } from "../../src/alerts/alert.ts";
import { digestOfToken } from "../../src/http/credentials.ts";
import { addTo } from "../alerts/alerting.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const dataFolder = join(folder, "data");

describe.each(["searchable", "unsearchable"] as const)("closed texts are %s", (closedText) => {
  const served = serviceOfFile(async () => {
    mkdirSync(dataFolder, { recursive: true });
    const corpusPath = makeCorpus(bulkCases(1, 2), join(folder, `${closedText}.db`));
    await addTo(dataFolder, corpusPath, { name: closedText, hasFeed: true });
    const tokensFile = join(dataFolder, "tokens");
    writeFileSync(tokensFile, `t ${digestOfToken("t")}\n`);
    return { corpusPath, dataFolder, tokensFile, closedText };
  });

  test("a feed is sent to everybody, or to credentials only if it could reveal closed texts", async () => {
    const url = `${served.url}/alerts/${closedText}.atom`;
    const open = await fetch(url);
    expect(open.status).toBe(closedText === "searchable" ? 200 : 401);
    const answer = await fetch(url, { headers: { Authorization: "Token t" } });
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(await answer.text()).toBe(readFileSync(feedPath(dataFolder, closedText), "utf8"));
  });

  test.each([
    "none.atom",
    `${closedText}.json`,
    closedText,
    "..%2Ftokens",
    "%2e%2e%2ftokens.atom",
    ".lock",
    "",
  ])("/alerts/%s is missing", async (name) => {
    const { status } = await fetch(`${served.url}/alerts/${name}`, { headers: { Authorization: "Token t" } });
    expect(status).toBe(404);
  });
});
