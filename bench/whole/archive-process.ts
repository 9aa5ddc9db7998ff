/** A process that makes bags of a collection, one after the other; `archives.ts` starts it and names them. */
import { type ArchiveTask, makeArchive } from "./archives.ts";
import { type CaseMaker, openCaseMaker } from "./case.ts";
import { openLayout } from "./layout.ts";

let maker: CaseMaker | null = null;
process.on("message", async (task: ArchiveTask) => {
  maker ??= openCaseMaker(openLayout(task.plan), task.plan.words);
  await makeArchive(task, maker);
  process.send?.("made");
});
process.on("disconnect", () => process.exit(1));
