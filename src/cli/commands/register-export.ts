/** `export --format bulk --register`: the archives in the bulk collection, which `serve` lists and serves. */
import { join, resolve, sep } from "node:path";
import { CaselawError } from "../../domain/errors.ts";
import type { ExportFormat } from "../../export/export-writer.ts";
import type { Manifest } from "../../export/manifest.ts";
import type { Context } from "../context.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import type { Flags } from "../settings/filter-options.ts";
import { atExit } from "../stop.ts";

/** Filters with which an archive has all cases of its jurisdiction, as the list of bulk files promises. */
const WHOLE_FILTERS: readonly string[] = ["jurisdiction", "full_case", "body_format"];

/**
 * Checks the conditions of `--register` before anything is written.
 *
 * @throws CaselawError `invalid` for another format, a part of a jurisdiction, or a folder that `serve` does not read
 */
export function checkRegister(
  format: ExportFormat,
  target: string,
  question: Flags,
  { settings }: Context,
): void {
  const refuse = (found: string): never => {
    throw new CaselawError("invalid", `Cannot use --register: ${found}`);
  };
  if (settings.engine !== null) refuse("it needs the corpus file, not --engine-url");
  if (format !== "bulk") refuse("it needs --format bulk");
  const part = question.map(([name]) => name).find((name) => !WHOLE_FILTERS.includes(name));
  if (part !== undefined)
    refuse(
      `--${part.replaceAll("_", "-")} selects a part of a jurisdiction, but a listed file must have all of it`,
    );
  if (!resolve(target).startsWith(resolve(settings.dataDir) + sep))
    refuse(
      `"${escapeLine(target)}" is not below the data folder "${settings.dataDir}", from which files are served`,
    );
}

/** @throws CaselawError as `registerBags`; the export stays */
export async function registerExport(
  { files }: Manifest,
  target: string,
  { settings, listen }: Context,
): Promise<void> {
  const { registerBags } = await import("../../import/register-bags.ts");
  using cleaning = new DisposableStack();
  await registerBags(
    files.filter(({ path }) => path.endsWith(".zip")).map(({ path }) => join(target, path)),
    {
      corpusPath: settings.db,
      dataFolder: settings.dataDir,
      mode: "import",
      shrink: "refused",
      ...(settings.memory === null ? {} : { memory: settings.memory * 2 ** 20 }),
      command: "export --register",
      signal: await listen(),
      onProgress: () => {},
      onLocked: (lock) => void cleaning.use(atExit(() => lock[Symbol.dispose]())),
    },
  );
}
