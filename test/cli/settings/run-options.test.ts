import { expect, test } from "vitest";
import { proxyOf } from "../../../src/cli/settings/run-options.ts";

test("proxyOf reads both spellings, the lower-case one first", () => {
  const environment = { HTTPS_PROXY: "http://a", https_proxy: "http://b", NO_PROXY: "localhost" };
  expect(proxyOf(environment)).toEqual({ httpsProxy: "http://b", httpProxy: null, noProxy: "localhost" });
});

test("proxyOf is null when no proxy is named", () => {
  expect(proxyOf({ NO_PROXY: "localhost", HTTPS_PROXY: "" })).toBeNull();
});
