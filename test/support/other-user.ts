/** Another account of this machine, which owns nothing: only root can start a program as it. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** `nobody` */
export const OTHER_USER = { uid: 65_534, gid: 65_534 } as const;

/** Whether the program can be run as another user, and where not, why, for the title of a test that is skipped. */
export const OTHER_USER_LACK: string | null = lackOf(
  "the other user cannot read the program",
  () =>
    spawnSync(process.execPath, ["-e", `fs.accessSync(${JSON.stringify(MAIN)})`], OTHER_USER).status === 0,
);

/** The same of a file system of one's own, which goes with its process. */
export const MOUNT_LACK: string | null = lackOf(
  "nothing can be mounted",
  () => spawnSync("unshare", ["--mount", "sh", "-c", "mount -t tmpfs none /mnt"]).status === 0,
);

function lackOf(lack: string, isThere: () => boolean): string | null {
  if (process.getuid?.() !== 0) return "the tests do not run as root";
  return isThere() ? null : lack;
}

/** The end of a title. */
export function skippedFor(lack: string | null): string {
  return lack === null ? "" : ` (skipped: ${lack})`;
}
