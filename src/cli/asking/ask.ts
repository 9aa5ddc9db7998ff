/** Opens the corpus for a command, and attributes wrong parameters to the flags of the command line. */
import { openerOf } from "../../corpus/open-corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Collection, V1Records, V1Values } from "../../v1/collections.ts";
import type { V1Page } from "../../v1/lists.ts";
import type { Messages } from "../../v1/parameter.ts";
import { openV1, type V1 } from "../../v1/v1.ts";
import type { Context } from "../context.ts";
import type { Flags } from "../settings/filter-options.ts";
import { corpusOf } from "../settings/settings.ts";
import { wrongFlags } from "../settings/wrong-flags.ts";

/** @throws CaselawError as `openerOf` */
export async function openAsked({ settings }: Context): Promise<V1> {
  const open = await openerOf(corpusOf(settings));
  return openV1(open(), { baseUrl: settings.baseUrl, access: "owner" });
}

/** @throws CaselawError `invalid`, a line for each wrong flag, also for a cursor of another question */
export function listPage<C extends Collection>(
  v1: V1,
  collection: C,
  question: Flags,
): V1Page<V1Values[C], V1Records[C]> {
  return withFlags(v1, question, () => v1.page(collection, question));
}

/** Asks, and attributes wrong parameters to their flags. @throws CaselawError `invalid` as `listPage` */
export function withFlags<T>(v1: V1, question: Flags, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    const parameters = wrongParameters(error);
    throw parameters === null ? error : wrongFlags(parameters, question, v1.corpus);
  }
}

function wrongParameters(error: unknown): Messages | null {
  if (!(error instanceof CaselawError)) return null;
  if (error.code === "invalid_cursor")
    return { cursor: ["it is not a cursor of this program, or belongs to another query"] };
  return error.parameters ?? null;
}
