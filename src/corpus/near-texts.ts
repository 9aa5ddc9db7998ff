/** Compares texts by their runs of three words, as the publisher's simhash does. */
import { type CaseBody, flatText } from "../domain/casebody.ts";

/** The distinct runs of three words of a body, without case and punctuation. */
export type WordRuns = ReadonlySet<string>;

/** Share of the runs of both texts together that are in both. */
const MIN_SHARED = 0.8;

export function wordRuns(body: CaseBody): WordRuns {
  const words =
    flatText(body)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const runs = new Set<string>();
  for (let at = 2; at < words.length; at++) runs.add(`${words[at - 2]} ${words[at - 1]} ${words[at]}`);
  return runs;
}

/** Whether four fifths of all runs are in both texts. False for texts without runs. */
export function areNearlySame(one: WordRuns, other: WordRuns): boolean {
  let shared = 0;
  for (const run of one) shared += other.has(run) ? 1 : 0;
  return shared > 0 && shared >= MIN_SHARED * (one.size + other.size - shared);
}
