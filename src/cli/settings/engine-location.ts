/** The settings that name an index of a search engine. */

import { withoutEnd } from "../../domain/citation.ts";
import type { EngineLocation } from "../../domain/corpus-source.ts";
import { type Given, required, webAddress, wrongValue } from "./given.ts";

type EngineSetting = "engineUrl" | "engineIndex" | "engineUser" | "enginePassword" | "engineCa";

/** Names that OpenSearch allows for an index, with which ours begin. */
const INDEX_NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/;
/** Null without an address. @throws CaselawError `invalid` */
export function engineLocation(given: (name: EngineSetting) => Given | null): EngineLocation | null {
  const index = required(given("engineIndex"));
  if (!INDEX_NAME.test(index.value)) throw wrongValue(index, "not lower-case letters, digits, - and _");
  const listed = given("engineUrl");
  if (listed === null) return null;
  const urls = listed.value.split(",").map((value) => webAddress({ ...listed, value: value.trim() }) ?? "");
  return {
    urls: urls.map((url) => withoutEnd(url, /\//)),
    index: index.value,
    user: given("engineUser")?.value ?? null,
    password: given("enginePassword")?.value ?? null,
    caFile: given("engineCa")?.value ?? null,
  };
}
