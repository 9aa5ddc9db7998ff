/** The whole collection, made: 6.9 million cases of the real shape, or a smaller one of the same density. */
import { makeCollection } from "./whole/collection.ts";
import { readCollectionSetting } from "./whole/plan.ts";

export async function benchWhole(args: readonly string[]): Promise<void> {
  await makeCollection(readCollectionSetting(args));
}
