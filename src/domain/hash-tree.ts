/**
 * The hash tree of RFC 9162, section 2.1, which is that of RFC 6962: its root, and the hashes
 * that prove that the tree has a leaf, or begins with the tree of its first leaves.
 */

/** Leaves next to each other that have a node in the tree. */
export interface TreeRange {
  readonly start: number;
  readonly size: number;
}

interface TreeNode extends TreeRange {
  readonly hash: Buffer;
}

const HASH_BYTES = 32;

/** Leaves are added one by one; memory does not grow with their number. */
export class HashTree {
  /** The complete subtrees, from the left; each is larger than the next one. */
  #nodes: TreeNode[] = [];
  #size = 0;
  readonly #proof: readonly TreeRange[];
  readonly #proofHashes = new Map<string, Buffer>();
  readonly #proofKeys: ReadonlySet<string>;
  // loaded late: questions load the module of the ledger too, and need no hash
  readonly #hash = process.getBuiltinModule("node:crypto").hash;
  /** The input for the hash of a node: 0x01 and the hashes of its children. */
  readonly #children = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

  /** @param proof the ranges whose hashes are kept */
  constructor(proof: readonly TreeRange[] = []) {
    this.#proof = proof;
    this.#proofKeys = new Set(proof.map(keyOf));
  }

  get size(): number {
    return this.#size;
  }

  add(data: string): void {
    let node = this.#note({
      start: this.#size++,
      size: 1,
      hash: this.#hash("sha256", `\0${data}`, "buffer"),
    });
    for (let left = this.#nodes.at(-1); left?.size === node.size; left = this.#nodes.at(-1)) {
      this.#nodes.pop();
      node = this.#join(left, node);
    }
    this.#nodes.push(node);
  }

  /** The hash of all leaves. Afterwards no leaf can be added. */
  root(): Buffer {
    const top = this.#nodes.reduceRight<TreeNode | null>(
      (right, left) => (right === null ? left : this.#join(left, right)),
      null,
    );
    return top?.hash ?? this.#hash("sha256", "", "buffer");
  }

  /** The hashes of the proof; to be called after `root`. */
  proof(): Buffer[] {
    return this.#proof.map((range) => {
      const hash = this.#proofHashes.get(keyOf(range));
      if (hash === undefined)
        throw new Error(`the tree has no node of ${range.size} leaves from ${range.start} on`);
      return hash;
    });
  }

  #join(left: TreeNode, right: TreeNode): TreeNode {
    this.#children.set(left.hash, 1);
    this.#children.set(right.hash, 1 + HASH_BYTES);
    return this.#note({
      start: left.start,
      size: left.size + right.size,
      hash: this.#hash("sha256", this.#children, "buffer"),
    });
  }

  #note(node: TreeNode): TreeNode {
    if (this.#proofKeys.size > 0 && this.#proofKeys.has(keyOf(node)))
      this.#proofHashes.set(keyOf(node), node.hash);
    return node;
  }
}

/** The ranges that prove that a leaf is in a tree of this size, from the leaf up (section 2.1.3). */
export function inclusionRanges(index: number, size: number): TreeRange[] {
  return pathUp(index, size, (range) => range.size <= 1).slice(1);
}

/** The ranges that prove that a tree of this size begins with a tree of `first` leaves, at least 1 (section 2.1.4). */
export function consistencyRanges(first: number, size: number): TreeRange[] {
  const ranges = pathUp(first - 1, size, ({ start, size }) => start + size <= first);
  // who checks the proof knows the root of the older tree
  return ranges[0]?.start === 0 ? ranges.slice(1) : ranges;
}

/** On the way from the root to the leaf `index`, the first range that is an end, and then from it up the neighbour of each range. */
function pathUp(index: number, size: number, isEnd: (range: TreeRange) => boolean): TreeRange[] {
  const neighbours: TreeRange[] = [];
  let range: TreeRange = { start: 0, size };
  while (!isEnd(range)) {
    const half = halfOf(range.size);
    const left = { start: range.start, size: half };
    const right = { start: range.start + half, size: range.size - half };
    const isLeft = index < right.start;
    neighbours.unshift(isLeft ? right : left);
    range = isLeft ? left : right;
  }
  return [range, ...neighbours];
}

/** The largest power of two below a number. */
function halfOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

function keyOf({ start, size }: TreeRange): string {
  return `${start} ${size}`;
}
