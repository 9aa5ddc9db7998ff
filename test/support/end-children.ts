/** For every test file: ends what its tests started, also when they fail. */
import { afterAll, afterEach, beforeEach } from "vitest";
import { endChildren, runningChildren } from "./children.ts";

/** Those that are the whole file's. */
let before: readonly number[] = [];

beforeEach(() => {
  before = runningChildren();
});

afterEach(() => endChildren(before));

afterAll(() => endChildren([]));
