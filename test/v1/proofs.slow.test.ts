/** docs/check-proof.py, which needs nothing of this program, checks its proofs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { runChild } from "../support/children.ts";
import { corpusOfRuns } from "../support/corpus.ts";
import { HAS_PYTHON } from "../support/other-programs.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

function records(...ids: readonly number[]): Record<string, unknown>[] {
  return ids.map((id) =>
    line(id, { casebody: textBody(`Head ${id}.`, "Half a letter: \ud800 “é 😀”.", "Dissent.") }),
  );
}

function rootOf(path: string): string {
  using v1 = openV1(path);
  return v1.stats().text_root ?? "";
}

test.skipIf(!HAS_PYTHON)(
  "the script of the documentation checks proofs (skipped without Python)",
  async () => {
    const folder = tempFolder();
    const script = new URL("../../docs/check-proof.py", import.meta.url).pathname;
    const written = (name: string, value: unknown): string => {
      writeFileSync(join(folder, name), JSON.stringify(value));
      return join(folder, name);
    };
    const check = async (proof: unknown, root: string, third: string): Promise<string> => {
      const { code, stdout, stderr } = await runChild("python3", [
        script,
        written("proof.json", proof),
        root,
        third,
      ]);
      return code === 0 ? stdout.trim() : stderr.trim();
    };
    const ids = [2, 4, 6, 8, 10, 12, 14];
    const path = corpusOfRuns([{ records: [...records(...ids), line(3)] }]);
    const old = rootOf(path) ?? "";
    {
      using v1 = openV1(path);
      for (const id of [2, 3, 14]) {
        const proof = JSON.parse((await runHere(["prove", String(id), "--db", path])).stdout);
        const case_ = v1.case(id, "text");
        expect(await check(proof, old, written("case.json", case_))).toBe("right");
        const other = written("other.json", v1.case(4, "text"));
        expect(await check(proof, old, other)).toMatch(/^wrong/);
        expect(await check({ ...proof, leaf_index: 1 - (proof.leaf_index % 2) }, old, other)).toMatch(
          /^wrong/,
        );
      }
    }
    corpusOfRuns([{ records: records(20, 21, 22), unit: "more" }], path);
    const root = rootOf(path);
    const { stdout } = await runHere(["verify", "--against", old, "--json", "--db", path]);
    expect(await check(JSON.parse(stdout), root, old)).toBe("right");
    expect(await check(JSON.parse(stdout), old, root)).toMatch(/^wrong/);
    expect(await check(JSON.parse(stdout), "ROOT", old)).toBe("cannot check the proof: 'ROOT' is not hex");
    corpusOfRuns([{ records: records(30), unit: "most" }], path);
    const later = await runHere(["verify", "--against", root, "--json", "--db", path]);
    expect(await check(JSON.parse(later.stdout), rootOf(path), root)).toBe("right");
    const grown = corpusOfRuns([{ records: [] }]);
    const empty = rootOf(grown);
    corpusOfRuns([{ records: records(1, 2), unit: "more" }], grown);
    const fromEmpty = JSON.parse(
      (await runHere(["verify", "--against", empty, "--json", "--db", grown])).stdout,
    );
    expect(await check(fromEmpty, rootOf(grown), empty)).toBe("right");
    expect(await check(fromEmpty, rootOf(grown), root)).toMatch(/^wrong/);
  },
);
