/** Who reads the texts of closed jurisdictions on the pages of a service without tokens: the owner, at the same machine. */
import { rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import { type Service, type ServiceOptions, startService } from "../../src/http/service.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { sendRaw } from "./raw-request.ts";
import { CLOSED, oneCase, textBody } from "./records.ts";
import { serviceOptions } from "./serving.ts";

const folder = keptFolder();
const corpusPath = join(folder, "owner.db");
const SECRET = "The hidden mill";

let ofOwner: Service;
beforeAll(async () => {
  makeCorpus(
    [oneCase(1), oneCase(2, { jurisdiction: CLOSED, casebody: textBody("Head", `${SECRET}.`) })],
    corpusPath,
  );
  ofOwner = await serviceWith({});
});
afterAll(() => ofOwner[Symbol.asyncDispose]());

function serviceWith(more: Partial<ServiceOptions>): Promise<Service> {
  return startService(serviceOptions(corpusPath, more));
}

/** What is sent, with headers that fetch would not send. */
function get(url: string, path: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname: hostname.replace(/[[\]]/g, ""), port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    });
    asked.on("error", reject).end();
  });
}

test("H15: on loopback without tokens the owner reads every text, and what others see is on the page", async () => {
  const page = await get(ofOwner.url, "/cases/2/");
  expect(page).toContain(SECRET);
  expect(page).toContain("see the case without its text");
  expect(page).not.toContain("body_format=");
  expect(await get(ofOwner.url, "/cases/1/")).not.toContain("You see this text because");
  expect(await get(ofOwner.url, "/?search=hidden")).toContain("text shown to you only");
  for (const host of ["localhost:8000", "LOCALHOST", "127.0.0.1", "127.9.9.9:1", "[::1]:8000"]) {
    expect({ host, page: await get(ofOwner.url, "/cases/2/", { host }) }).toEqual({ host, page });
  }
});

test("H15: a request with another host, a header of a proxy or HTTP/1.0 gets what everyone gets", async () => {
  const hosts = ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "0x7f.1", "0.0.0.0", "[::]"];
  const requests: Record<string, string>[] = [
    ...hosts.map((host) => ({ host })),
    ...["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP"].map(
      (name) => ({ [name]: "127.0.0.1" }),
    ),
  ];
  for (const headers of requests) {
    const [page, found] = [
      await get(ofOwner.url, "/cases/2/", headers),
      await get(ofOwner.url, "/?search=hidden", headers),
    ];
    expect({ headers, seen: page.includes(SECRET) || found.includes("<mark>") }).toEqual({
      headers,
      seen: false,
    });
  }
  for (const head of [
    "GET /cases/2/ HTTP/1.0\r\nHost: localhost",
    "GET /cases/2/ HTTP/1.0",
    "GET /cases/2/ HTTP/1.1\r\nHost:\r\nConnection: close",
  ]) {
    const answer = await sendRaw(ofOwner.url, `${head}\r\n\r\n`);
    expect({ head, seen: answer.includes(SECRET) }).toEqual({ head, seen: false });
  }
  const absolute = "GET http://localhost/cases/2/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close";
  expect(await sendRaw(ofOwner.url, `${absolute}\r\n\r\n`)).not.toContain(SECRET);
});

test("H15: on loopback without tokens /v1/ stays closed", async () => {
  const record = await get(ofOwner.url, "/v1/cases/2/?full_case=true");
  expect(record).toContain("error_auth_required");
  expect(record).not.toContain(SECRET);
});

test("H15: the pages of a service that others can reach stay closed, also for loopback", async () => {
  const tokensFile = join(folder, "empty");
  writeFileSync(tokensFile, "");
  const services: Partial<ServiceOptions>[] = [
    { host: "0.0.0.0" },
    { baseUrl: "http://127.0.0.1:8000" },
    { tokensFile },
  ];
  for (const more of services) {
    await using service = await serviceWith(more);
    const url = `http://127.0.0.1:${new URL(service.url).port}`;
    expect({ more, seen: (await get(url, "/cases/2/")).includes(SECRET) }).toEqual({ more, seen: false });
  }
});

test("H15: a tokens file closes the pages when it appears, and they stay closed when it is removed", async () => {
  const tokensFile = join(folder, "later");
  await using service = await serviceWith({ tokensFile });
  expect(await get(service.url, "/cases/2/")).toContain(SECRET);
  const token = "0123456789abcdef0123456789abcdef01234567";
  writeFileSync(tokensFile, `alice ${digestOfToken(token)}\n`);
  expect(await get(service.url, "/cases/2/")).not.toContain(SECRET);
  expect(await get(service.url, "/cases/2/", { Authorization: `Token ${token}` })).toContain(SECRET);
  rmSync(tokensFile);
  expect(await get(service.url, "/cases/2/")).not.toContain(SECRET);
});
