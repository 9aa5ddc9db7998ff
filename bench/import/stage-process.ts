/** Does one stage in a process of its own and prints its CPU seconds: `node stage-process.ts STAGE BAG CORPUS FOLDER`. */
import { cpuClock, STAGES } from "./stages.ts";

const [name = "", bag = "", corpus = "", folder = ""] = process.argv.slice(2);
const stage = STAGES[name];
if (stage === undefined) throw new Error(`no stage ${name}`);
const clock = cpuClock();
await stage({ bag, corpus, folder }, clock);
process.stdout.write(`${clock.seconds}\n`);
