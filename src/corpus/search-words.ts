/** What a search text comes to, for those who tell a person why it found what it did. */
import { compileSearch } from "../store/compile-search.ts";

/** Whether a search text asks for any word; one that does not is as no search (contract, section 6). */
export function holdsWord(search: string): boolean {
  return compileSearch(search) !== null;
}
