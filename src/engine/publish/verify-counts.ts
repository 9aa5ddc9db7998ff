/** Checks that an index has as many cases as its corpus. */
import { CaselawError } from "../../domain/errors.ts";
import type { CorpusReader } from "../../store/read/corpus-reader.ts";
import type { EngineClient } from "../client/engine-client.ts";
import { readAnswer } from "../client/engine-error.ts";
import { type IndexState, nameOf } from "../layout/index-state.ts";

/** @throws CaselawError `corrupt` */
export async function checkCounts(
  reader: CorpusReader,
  client: EngineClient,
  { generation }: IndexState,
  name: string,
): Promise<void> {
  const path = `/${encodeURIComponent(nameOf(generation, "cases"))}/_count`;
  const request = { method: "GET", path } as const;
  const { count } = readAnswer(request, await client.send(request));
  const { cases } = reader.stats("left out");
  if (count === cases) return;
  throw new CaselawError(
    "corrupt",
    `Cannot show the new index "${name}": it has ${count} cases, the corpus ${cases}`,
    {
      hint: "Run the command again; it goes on from here.",
    },
  );
}
