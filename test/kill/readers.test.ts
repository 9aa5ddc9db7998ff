/** Faults, C3: readers while a run writes and while it is killed. */
import { existsSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/http/service.ts";
import { serviceOptions } from "../http/serving.ts";
import { type KillPlace, openKillPlace } from "../support/kill-place.ts";
import { CHANGED, NEW_WORD, OLD_WORD } from "../support/two-releases.ts";

interface Listed {
  readonly count: number;
  readonly results: readonly { readonly id: number; readonly casebody: unknown }[];
}

async function ask(base: string, path: string): Promise<string> {
  const answer = await fetch(`${base}${path}`);
  const body = await answer.text();
  expect({ path, status: answer.status, body: answer.status === 200 ? "" : body }).toEqual({
    path,
    status: 200,
    body: "",
  });
  expect(body).not.toContain("database is locked");
  return body;
}

/** Asks once around; whether the changed case shows its new text. Every answer is of one state. */
async function askAround(base: string): Promise<boolean> {
  const list = async (query: string): Promise<Listed> =>
    JSON.parse(await ask(base, `/v1/cases/?page_size=1000&full_case=true${query}`));
  const all = await list("");
  expect(all.results).toHaveLength(all.count);
  for (const word of [NEW_WORD, OLD_WORD]) {
    const found = await list(`&search=${word}`);
    expect(found.results).toHaveLength(found.count);
    for (const one of found.results) expect(JSON.stringify(one.casebody)).toContain(`all ${word}`);
    const together = await list(`&search=${word}%20|%20all`);
    expect(together.results).toHaveLength(together.count);
  }
  const one = await ask(base, `/v1/cases/${CHANGED}/?full_case=true`);
  expect(one.includes(`all ${NEW_WORD}`)).not.toBe(one.includes(`all ${OLD_WORD}"`));
  return one.includes(NEW_WORD);
}

/** Asks around as long as the work goes on; at least once before it, and once after. */
async function askDuring(base: string, work: Promise<unknown>): Promise<boolean[]> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const seen: boolean[] = [];
  while (!isOver) seen.push(await askAround(base));
  await over;
  seen.push(await askAround(base));
  return seen;
}

async function serve(place: KillPlace): Promise<string> {
  const service = await startService(serviceOptions(place.corpus, { bodies: "for everyone" }));
  onTestFinished(() => service[Symbol.asyncDispose]());
  return service.url;
}

test("C3: readers see each case old or new, and found by its own words, while a run goes on and is killed", async () => {
  const place = await openKillPlace("import");
  const base = await serve(place);
  for (const at of [11, 20, 30]) {
    await askDuring(base, place.runChild({ environment: { KILL_KINDS: "commit", KILL_AT: String(at) } }));
  }
  const seen = await askDuring(base, place.runChild());
  expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)));
  expect(seen.at(-1)).toBe(true);
});

test("C3: a reader that stays on one state keeps it, and the log shrinks once it has ended", async () => {
  const place = await openKillPlace("import");
  const base = await serve(place);
  expect(await askAround(base)).toBe(false);
  const reader = new Database(place.corpus, { readonly: true });
  reader.exec("BEGIN");
  const states = reader
    .prepare<[], string>("SELECT group_concat(id || name || docket_number) FROM court_case")
    .pluck();
  const before = states.get();
  expect((await place.runChild()).code).toBe(0);
  expect(states.get()).toBe(before);
  expect(await askAround(base)).toBe(true);
  const log = `${place.corpus}-wal`;
  const grown = statSync(log).size;
  reader.exec("COMMIT");
  expect(states.get()).not.toBe(before);
  reader.close();
  expect((await place.runChild()).code).toBe(0);
  expect(existsSync(log) ? statSync(log).size : 0).toBeLessThan(grown);
  expect(await askAround(base)).toBe(true);
});
