/** Compares the number of cases of an index with that of its corpus. */
import type { CorpusReader } from "../../store/read/corpus-reader.ts";
import type { EngineClient } from "../client/engine-client.ts";
import { readAnswer } from "../client/engine-error.ts";
import { type IndexState, nameOf } from "../layout/index-state.ts";

export async function hasAllCases(
  reader: CorpusReader,
  client: EngineClient,
  { generation }: IndexState,
): Promise<boolean> {
  const path = `/${encodeURIComponent(nameOf(generation, "cases"))}/_count`;
  const request = { method: "GET", path } as const;
  const { count } = readAnswer(request, await client.send(request));
  return count === reader.stats("left out").cases;
}
