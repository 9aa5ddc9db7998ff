import { expect, test } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

/** What a terminal of this width gets. */
async function onTerminal(columns: number, ...args: readonly string[]): Promise<string> {
  let printed = "";
  const output = {
    isTerminal: true,
    columns,
    write: async (text: string): Promise<void> => {
      printed += text;
    },
  };
  const listen = async (): Promise<AbortSignal> => new AbortController().signal;
  const io = { environment: {}, stdout: output, stderr: output, listen };
  expect(await runProgram([...args, ...corpus.flags], io)).toBe(0);
  return printed;
}

test.each([120, 80, 60, 40])("stats fits a terminal of %d columns", async (columns) => {
  const printed = await onTerminal(columns, "stats", "--volumes", "--duplicates");
  const lines = printed.split("\n");
  const long = lines.filter((line) => line.length > columns);
  expect(long.filter((line) => columns === 80 || !/^Text root [0-9a-f]{64}$/.test(line))).toEqual([]);
  expect(lines[0]).toBe("Cases            5");
  expect(printed.replace(/\s+/g, " ")).toContain(
    "test: done, 1 archives, 5 added, 0 changed, 0 removed, 0 rejected",
  );
});
