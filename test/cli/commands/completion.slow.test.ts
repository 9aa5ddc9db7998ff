/** What each shell completes with the script that the program prints. A shell that is not installed is left out, and says so. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runChild } from "../../support/children.ts";
import { hasProgram } from "../../support/other-programs.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
/** Lines up to the cursor, and words that complete them: in every shell, and by what the shells ask. */
const IN_SHELLS: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["caselaw st", ["stats"]],
  ["caselaw list cases --format ", ["table", "json", "jsonl", "csv"]],
];
const COMPLETED: typeof IN_SHELLS = [
  ["caselaw --db sync list cou", ["courts"]],
  ["caselaw list bulk --body-format ", ["text", "xml"]],
  ["caselaw sync --source ", ["bulk", "static"]],
  ["caselaw serve --closed-text ", ["searchable", "unsearchable"]],
  ["caselaw export --format ", ["parquet", "sqlite"]],
  ["caselaw completion ", ["bash", "zsh", "fish"]],
  ["caselaw alert add mills --fe", ["--feed"]],
];

const folder = keptFolder();
/** With the program, which the scripts ask. */
const environment = { HOME: folder, PATH: `${folder}:${process.env.PATH ?? ""}`, TERM: "xterm" };
const fileOf = (shell: string): string => join(folder, `caselaw.${shell}`);

beforeAll(async () => {
  const main = join(import.meta.dirname, "../../../src/cli/main.ts");
  writeFileSync(join(folder, "caselaw"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  });
  for (const shell of SHELLS) {
    const { code, stdout } = await runHere(["completion", shell]);
    expect(code).toBe(0);
    writeFileSync(fileOf(shell), stdout);
  }
});

const BASH = `
  source "$1"
  read -ra COMP_WORDS <<< "$2"
  [[ $2 == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
  _caselaw
  printf '%s\\n' "\${COMPREPLY[@]}"`;

/** A terminal in which the line is typed, and Tab; reads until the last word is shown. */
const ZSH = `
  zmodload zsh/zpty
  zpty shell zsh -f -i
  zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; source $1; stty columns 500; print REA''DY"
  zpty -r shell shown '*READY*'
  zpty -w -n shell "$2"$'\\t'
  for word in "$@[3,-1]"; do
    [[ $shown == *$word* && $word != "$3" ]] || zpty -r shell more "*$word*" && shown+=$more
  done
  print -r -- done
  zpty -d shell`;

describe.each(IN_SHELLS)("%j is completed with %j", (line, words) => {
  test.skipIf(!hasProgram("bash", ["--version"]))("in bash (skipped without bash)", async () => {
    const { stdout, stderr } = await runChild("bash", ["-c", BASH, "bash", fileOf("bash"), line], {
      environment,
    });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual(expect.arrayContaining([...words]));
  });

  test.skipIf(!hasProgram("fish", ["--version"]))("in fish (skipped without fish)", async () => {
    const script = 'source $argv[1]; complete -C "$argv[2]"';
    const { stdout, stderr } = await runChild("fish", ["-N", "-c", script, fileOf("fish"), line], {
      environment,
    });
    expect(stderr).toBe("");
    const shown = stdout.split("\n").map((one) => one.split("\t")[0]);
    expect(shown).toEqual(expect.arrayContaining([...words]));
  });
});

// a terminal for each line takes a second
test.skipIf(!hasProgram("zsh", ["-fc", "zmodload zsh/zpty"]))(
  "zsh lists collections, and completes an option (skipped without zsh)",
  async () => {
    for (const [line, words] of [
      ["caselaw list ", ["volumes"]],
      ["caselaw list cases --format ", ["jsonl"]],
      ["caselaw list cases --jurisd", ["--jurisdiction"]],
    ] as const) {
      const args = ["-f", "-c", ZSH, "zsh", fileOf("zsh"), line, ...words];
      const { stdout } = await runChild("zsh", args, { environment, folder });
      expect(stdout).toBe("done\n");
    }
  },
);

/** What a shell is told for the words of a line, the last one up to the cursor. */
const answerTo = async (...words: string[]) => (await runHere(["completion", "bash", "--", ...words])).stdout;

test.each(COMPLETED)("%j is completed with %j", async (line, words) => {
  const answer = await answerTo(...line.split(" ").slice(1));
  expect(answer.split("\n")).toEqual(expect.arrayContaining([...words]));
});

test("files and folders are completed by the shell's own names", async () => {
  expect(await answerTo("sync", "--db", "")).toBe(":files\n");
  expect(await answerTo("sync", "--data-dir", "")).toBe(":folders\n");
  expect(await answerTo("import", "")).toBe(":files\n");
});

test("a value after = is completed, in bash as a word of its own", async () => {
  expect(await answerTo("list", "cases", "--full-case", "=", "t")).toBe("true\nfalse\n");
  expect(await answerTo("list", "cases", "--full-case=t")).toBe("--full-case=true\n--full-case=false\n");
});
