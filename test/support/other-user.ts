/** Another account of this machine, which owns nothing: only root can start a program as it. */
import { spawnSync } from "node:child_process";

/** `nobody` */
export const OTHER_USER = { uid: 65_534, gid: 65_534 } as const;

/** Why tests that need another account are skipped here, for their titles; null where they can run. */
export const NO_OTHER_USER: string | null =
  process.getuid?.() === 0 && spawnSync("/bin/true", OTHER_USER).status === 0 ? null : "not root";
