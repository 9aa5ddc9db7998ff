/** Prints a list: one page as table or JSON, every match as JSON lines or CSV. */
import type { Collection } from "../../v1/collections.ts";
import type { V1 } from "../../v1/v1.ts";
import type { Context } from "../context.ts";
import type { Flags } from "../settings/filter-options.ts";
import { listPage } from "./ask.ts";
import { type Format, printEverything } from "./print-everything.ts";
import { printPageNotes } from "./search-notes.ts";

interface List {
  readonly collection: Collection;
  readonly question: Flags;
  readonly format: Format;
}

/** @throws CaselawError as `listPage`; what writing throws */
export async function printList(
  v1: V1,
  { collection, question, format }: List,
  context: Context,
): Promise<void> {
  const { stdout } = context;
  if (format === "jsonl" || format === "csv")
    return printEverything(v1, { collection, question, format }, context);
  const page = listPage(v1, collection, question);
  await printPageNotes(v1, page, question, context);
  if (format === "json") return stdout.write(`${JSON.stringify(page.envelope)}\n`);
  const { tableOf } = await import("../render/table.ts");
  await stdout.write(tableOf(collection, page, stdout.columns));
}
