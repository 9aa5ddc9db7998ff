/** Matches with their scores. */
import type { Passage } from "../../domain/query.ts";

/** A scored match. Its id is looked up when a page needs it. */
export interface ScoredMatch {
  readonly dateRowid: number;
  /** The lowest score is the best. */
  readonly score: number;
  readonly day: number;
}

/** A case that answers a sentence. */
export interface PassageMatch extends ScoredMatch {
  /** Null if its words are in no text. */
  readonly passage: Passage | null;
}
