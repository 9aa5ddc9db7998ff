/** Proofs over the texts of a corpus, as `caselaw prove` and `caselaw verify --against` print them (docs/operations.md, "Proofs"). */
import { compareRoot, proveInclusion } from "../store/ledger/text-root.ts";

/** That the text of a case is in a corpus with this root. Hashes are in lower-case hex. */
export interface V1InclusionProof {
  readonly case_id: number;
  /** SHA-256 of the text; null: the case has no text. */
  readonly text_sha256: string | null;
  /** The cases with a lower id. */
  readonly leaf_index: number;
  /** All cases. */
  readonly tree_size: number;
  readonly root: string;
  readonly inclusion_path: readonly string[];
}

/** How a root and that of a corpus are related. */
export interface V1RootComparison {
  readonly against: string;
  /**
   * - `same`: the corpus has this root
   * - `extended`: it had it; since then cases with higher ids were added, and the texts of the others did not change, as the proof shows
   * - `changed`: it had it; since then other cases were added, changed or removed
   * - `unknown`: no run of this corpus ended with it
   */
  readonly verdict: "same" | "extended" | "changed" | "unknown";
  /** Of the corpus now. */
  readonly root: string;
  readonly tree_size: number;
  /** When the corpus had the other root; null unless `extended` or `changed`. */
  readonly earlier: {
    readonly tree_size: number;
    /** The value of `changes --since`. */
    readonly last_change: number;
    readonly at: string;
  } | null;
  /** Null unless `extended`. */
  readonly consistency_path: readonly string[] | null;
}

/** Null for an unknown id. @throws CaselawError as `openCorpus` */
export function proveCase(path: string, id: number): V1InclusionProof | null {
  const proof = proveInclusion(path, id);
  if (proof === null) return null;
  const { caseId, textHash, leafIndex, treeSize, root } = proof;
  return {
    ...{ case_id: caseId, text_sha256: textHash, leaf_index: leafIndex, tree_size: treeSize, root },
    inclusion_path: proof.path,
  };
}

/** @param against in lower-case hex @throws CaselawError as `openCorpus` */
export function compareRoots(path: string, against: string): V1RootComparison {
  const { root, treeSize, isEqual, earlier, consistency } = compareRoot(path, against);
  const verdict = isEqual
    ? "same"
    : consistency !== null
      ? "extended"
      : earlier !== null
        ? "changed"
        : "unknown";
  const { cases = 0, lastChange = 0, at = "" } = earlier ?? {};
  return {
    ...{ against, verdict, root, tree_size: treeSize },
    earlier: earlier === null ? null : { tree_size: cases, last_change: lastChange, at },
    consistency_path: consistency,
  };
}
