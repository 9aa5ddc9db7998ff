/** The tree next to the definitions of RFC 9162, section 2.1, written down recursively, and to the vectors of Certificate Transparency. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { consistencyRanges, HashTree, inclusionRanges, type TreeRange } from "../../src/domain/hash-tree.ts";

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function rootOf(leaves: readonly string[]): Buffer {
  const [first = "", second] = leaves;
  if (leaves.length === 0) return sha256();
  if (second === undefined) return sha256("\0", first);
  const half = halfOf(leaves.length);
  return sha256("\x01", rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

function halfOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** PATH(m, D[n]) */
function inclusion(index: number, leaves: readonly string[]): Buffer[] {
  if (leaves.length === 1) return [];
  const half = halfOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...inclusion(index, left), rootOf(right)]
    : [...inclusion(index - half, right), rootOf(left)];
}

/** SUBPROOF(m, D[n], b) */
function consistency(first: number, leaves: readonly string[], isRootKnown = true): Buffer[] {
  if (first === leaves.length) return isRootKnown ? [] : [rootOf(leaves)];
  const half = halfOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return first <= half
    ? [...consistency(first, left, isRootKnown), rootOf(right)]
    : [...consistency(first - half, right, false), rootOf(left)];
}

function treeOf(leaves: readonly string[], proof: readonly TreeRange[] = []): HashTree {
  const tree = new HashTree(proof);
  for (const leaf of leaves) tree.add(leaf);
  return tree;
}

function proofOf(leaves: readonly string[], ranges: readonly TreeRange[]): Buffer[] {
  const tree = treeOf(leaves, ranges);
  tree.root();
  return tree.proof();
}

test("has the roots of the vectors of Certificate Transparency", () => {
  const leaves = ["", "\0", "\x10", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno"];
  expect(treeOf([]).root().toString("hex")).toMatch(/^e3b0c44298fc1c14/);
  expect(treeOf([""]).root().toString("hex")).toBe(
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  );
  expect(treeOf(leaves).root().toString("hex")).toBe(
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  );
});

test("up to 35 leaves, the root and every proof are those of the definitions", () => {
  for (let size = 0; size <= 35; size++) {
    const leaves = Array.from({ length: size }, (_, at) => `leaf ${at}`);
    expect(treeOf(leaves).root()).toEqual(rootOf(leaves));
    for (let at = 0; at < size; at++) {
      expect(proofOf(leaves, inclusionRanges(at, size))).toEqual(inclusion(at, leaves));
      expect(proofOf(leaves, consistencyRanges(at + 1, size))).toEqual(consistency(at + 1, leaves));
    }
  }
});
