/** How long the compiled program takes to answer a small question from a cold process, against a process that does nothing. */
import { spawnSync } from "node:child_process";
import { buildProgram } from "./measure/build.ts";
import { digits, median, table } from "./measure/numbers.ts";
import { readSetting } from "./measure/setting.ts";
import { corpusOf } from "./whole/collection.ts";

export async function benchStart(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 3_000, runs: 15 });
  const corpus = await corpusOf(setting);
  const main = buildProgram(setting);
  const commands: Readonly<Record<string, readonly string[]>> = {
    "node -e 0": ["-e", "0"],
    "caselaw list courts": [main, "list", "courts", "--db", corpus],
  };
  const times = new Map(Object.keys(commands).map((name): [string, number[]] => [name, []]));
  // the first runs bring the files into the system's cache and do not count
  for (let run = -Math.min(2, setting.runs - 1); run < setting.runs; run++) {
    for (const [name, command] of Object.entries(commands)) {
      const seconds = time(command);
      if (run >= 0) times.get(name)?.push(seconds);
    }
  }
  const least = median(times.get("node -e 0") ?? []);
  const rows = [...times].map(([name, all]) => {
    const middle = median(all);
    return [name, digits(middle * 1000), digits(Math.min(...all) * 1000), digits(middle / least)];
  });
  const columns = ["process", "median ms", "least ms", "median / node -e 0"];
  process.stdout.write(table(`Cold processes, ${setting.runs} runs in turn`, columns, rows));
}

function time(args: readonly string[]): number {
  const started = performance.now();
  const ended = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`${args.join(" ")}: ${ended.stderr}`);
  return (performance.now() - started) / 1000;
}
