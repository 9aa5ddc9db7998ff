/** The documents of tables that no reader uses any more. */
import type { EngineClient } from "../client/engine-client.ts";
import { fieldsOf, readAnswer } from "../client/engine-error.ts";
import { type IndexState, nameOf } from "../layout/index-state.ts";
import { MAX_HITS } from "../layout/mapping.ts";

/** @param kept versions that are still read @returns ids */
export async function oldTables(
  client: EngineClient,
  state: IndexState,
  kept: readonly string[],
): Promise<string[]> {
  const request = {
    method: "POST",
    path: `/${encodeURIComponent(nameOf(state.generation, "tables"))}/_search?filter_path=hits.hits._id`,
    body: {
      query: { bool: { must_not: [{ terms: { version: kept } }] } },
      size: MAX_HITS - 1,
      _source: false,
    },
  } as const;
  const { hits } = fieldsOf(readAnswer(request, await client.send(request)).hits);
  const list: readonly unknown[] = Array.isArray(hits) ? hits : [];
  return list.map((hit) => String(fieldsOf(hit)._id));
}
