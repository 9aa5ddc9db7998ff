/** Members that are read completely, as text or JSON: manifests and metadata lists. */
import { CaselawError } from "../domain/errors.ts";
import { archiveFault, reasonOf } from "./fault.ts";
import type { Member, Members } from "./members.ts";
import { readUtf8, withoutMark } from "./utf8.ts";

/** A member's text, without byte order mark. @throws CaselawError `corrupt` naming the member and the bad byte */
export async function readText(members: Members, member: Member, maxBytes: number): Promise<string> {
  const bytes = await members.readBytes(member, maxBytes);
  return withPlace(members, member, () => readUtf8(withoutMark(bytes)));
}

/** A member's JSON. @throws CaselawError `corrupt` when it is not JSON */
export async function readJson(members: Members, member: Member, maxBytes: number): Promise<unknown> {
  const text = await readText(members, member, maxBytes);
  return withPlace(members, member, () => JSON.parse(text));
}

/** The values of a member's lines. @throws CaselawError `corrupt` when a line is not JSON */
export async function readJsonLines(
  members: Members,
  member: Member,
  maxBytes: number,
): Promise<readonly unknown[]> {
  const lines = (await readText(members, member, maxBytes)).split("\n");
  return lines
    .filter((line) => /[^ \t\r]/.test(line))
    .map((line): unknown => withPlace(members, member, () => JSON.parse(line)));
}

/** Adds the member's name to the error of a function that reads its bytes. */
function withPlace<T>(members: Members, member: Member, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CaselawError) && !(error instanceof SyntaxError)) throw error;
    throw archiveFault(members.path, member.name, reasonOf(error), error);
  }
}
