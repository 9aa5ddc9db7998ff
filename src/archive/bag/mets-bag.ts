/**
 * A bag with one CaseMETS document for each case, the layout of 2018, zipped or unpacked. Its manifests have the checksums, as in
 * any bag; its documents are read one at a time.
 *
 * A vendor's delivery also has page descriptions (ALTO) and a document of the volume, which are recognised by their names. All
 * other XML below `data/` is read as a case, so that no case is skipped because of its name.
 */
import type { MetsArchive, MetsFile } from "../archive.ts";
import type { Limits } from "../limits.ts";
import { isStray } from "../member-name.ts";
import { type Member, type Members, refuseLong } from "../members.ts";
import { withoutMark } from "../utf8.ts";
import { validateBag } from "./validate-bag.ts";

const NO_CASE = /\/alto\/|(?:^|[/_])(?:VOL)?METS\.xml$/i;
const PAGE = "_ALTO_";

/** The documents of the bag whose names begin with `top`; empty for a bag of another layout. */
export function metsMembers(members: Pick<Members, "list">, top: string): readonly Member[] {
  return members.list.filter(
    ({ name }) => name.startsWith(`${top}data/`) && /\.xml$/i.test(name) && !isNoCase(name) && !isStray(name),
  );
}

function isNoCase(name: string): boolean {
  return (
    NO_CASE.test(name) ||
    name
      .slice(name.lastIndexOf("/") + 1)
      .toUpperCase()
      .includes(PAGE)
  );
}

/** Makes an archive of a bag's documents. Nothing is validated yet. */
export function metsArchive(
  members: Members,
  { top, bag, documents }: { top: string; bag: MetsArchive["bag"]; documents: readonly Member[] },
  limits: Limits,
): MetsArchive {
  return {
    layout: "mets",
    path: members.path,
    bag,
    files: documents.length,
    validate: async () => {
      refuseLong(members.path, documents, limits);
      return validateBag(members, top);
    },
    cases: () => readFiles(members, documents, limits),
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

async function* readFiles(
  members: Members,
  documents: readonly Member[],
  { maxCaseBytes }: Limits,
): AsyncGenerator<MetsFile> {
  for (const member of documents) {
    yield { entry: member.name, xml: withoutMark(await members.readBytes(member, maxCaseBytes)) };
  }
}
