/** JSON that is sent to an address of the user (docs/faults.md, "N5" and "N7"). */
import { expect, test } from "vitest";
import { postJson } from "../../src/download/web.ts";
import { type Scripted, startScriptedServer } from "../support/scripted-server.ts";

async function post(steps: readonly Scripted[]) {
  await using server = await startScriptedServer({ "/hook": steps });
  const pauses: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void pauses.push(ms), random: () => 0 };
  const options = { userAgent: "caselaw-test", token: "secret", proxy: null, clock };
  const sent = await postJson({ ...options, baseUrl: `${server.url}/hook?key=k` }, '{"a":"é"}').then(
    () => "sent",
    (error: unknown) => String(error).replace(server.url, "URL"),
  );
  return { sent, requests: server.requests, pauses };
}

test.each([200, 201, 204, 299])("postJson takes %i for an answer; the token is not sent", async (status) => {
  const { sent, requests } = await post([{ status }]);
  expect(sent).toBe("sent");
  expect(requests).toMatchObject([
    {
      method: "POST",
      url: "/hook?key=k",
      headers: { "content-type": "application/json", "content-length": "10" },
    },
  ]);
  expect(requests[0]?.headers.authorization).toBeUndefined();
});

test("postJson tries again after a cut, a passing fault and a pause that the server asks for", async () => {
  const { sent, requests, pauses } = await post([
    { status: 503, body: "xx", cutAfter: 1 },
    { status: 429, headers: { "retry-after": "3" } },
    { status: 200 },
  ]);
  expect([sent, requests.length, pauses]).toEqual(["sent", 3, [500, 3000]]);
});

test.each<[number, string, number]>([
  [301, "the server answered 301", 1],
  [307, "the server answered 307", 1],
  [400, "the server answered 400", 1],
  [401, "the server answered 401, credentials are missing or refused", 1],
  [500, "the server answered 500", 5],
])("postJson fails with status %i; the message has the origin only", async (status, reason, count) => {
  const { sent, requests } = await post([{ status, headers: { location: "/other" } }]);
  expect(sent).toBe(`CaselawError: Cannot send to URL: ${reason}`);
  expect(requests.length).toBe(count);
});

test("postJson fails where nobody listens, and ends when the run is stopped", async () => {
  const options = { userAgent: "t", token: null, proxy: null, limits: { firstDelayMs: 1, maxDelayMs: 1 } };
  const refused = postJson({ ...options, baseUrl: "http://127.0.0.1:1/x" }, "{}");
  await expect(refused).rejects.toThrow(/^Cannot send to http:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(postJson({ ...options, signal, baseUrl: "http://127.0.0.1:1/" }, "{}")).rejects.toThrow(
    "stopped",
  );
});
