"""Checks a proof of caselaw without caselaw (docs/operations.md, "Proofs"; RFC 9162, sections 2.1.3.2 and 2.1.4.2).

python3 check-proof.py PROOF.json ROOT CASE.json     of `caselaw prove`; CASE.json: /v1/cases/ID/?full_case=true
python3 check-proof.py PROOF.json ROOT OLD_ROOT      of `caselaw verify --against OLD_ROOT --json`
"""
import hashlib, json, sys

def sha256(data): return hashlib.sha256(data).digest()
def node(left, right): return sha256(b"\x01" + left + right)

def unhex(text):
    try: return bytes.fromhex(text)
    except ValueError: sys.exit(f"cannot check the proof: {text!r} is not hex")

def text_hash(case):
    body = case["casebody"]["data"]
    if body is None: return "-"
    texts = [body["head_matter"], *(one["text"] for one in body["opinions"]), body["corrections"]]
    return sha256("\n".join(texts).encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()).hex()

def climb(index, last, old, new, path):
    """The roots of the older and of the newer tree, from a node of both at this index."""
    for other in path:
        if last == 0: sys.exit("wrong: the proof is too long")
        if index & 1 or index == last:
            old, new = node(other, old), node(other, new)
            while not index & 1 and index: index, last = index >> 1, last >> 1
        else: new = node(new, other)
        index, last = index >> 1, last >> 1
    return (old, new) if last == 0 else sys.exit("wrong: the proof is too short")

proof, root, third = json.load(open(sys.argv[1])), unhex(sys.argv[2]), sys.argv[3]
path = [unhex(one) for one in proof.get("inclusion_path") or proof.get("consistency_path") or []]
if "case_id" in proof:
    case = json.load(open(third, encoding="utf-8"))
    leaf = sha256(f"\0{case['id']} {text_hash(case)}".encode())
    right = climb(proof["leaf_index"], proof["tree_size"] - 1, leaf, leaf, path)[1] == root
elif proof["earlier"]["tree_size"] == 0: right = unhex(third) == sha256(b"") # every tree begins with the empty one
else:
    old, index, last = unhex(third), proof["earlier"]["tree_size"] - 1, proof["tree_size"] - 1
    if index & (index + 1) == 0: path.insert(0, old)
    while index & 1: index, last = index >> 1, last >> 1
    right = climb(index, last, path[0], path[0], path[1:]) == (old, root)
print("right") if right else sys.exit("wrong: the proof does not lead to the root")
