/** `caselaw token NAME`: creates a credential for `serve`. The file has only its hash. */
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { digestOfToken } from "../../http/credentials.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { SECRET_MODE } from "../settings/file-modes.ts";
import { checkOutputOf } from "../settings/outputs.ts";
import { defaultTokensFile } from "../settings/settings.ts";

/** 40 hex digits, like the tokens of the retired API. */
const TOKEN_BYTES = 20;

const EXAMPLES = `
Examples:
  caselaw token alice
  caselaw token alice --tokens /etc/caselaw/tokens

The token is printed once; the file has only its SHA-256. caselaw serve reads the new line by itself. To revoke a token, delete
its line. Clients send: Authorization: Token <token>`;

export const declareToken: Declare = (command, run) => {
  command
    .argument("<name>", "the owner of the token: one word")
    .usage("NAME [options]")
    .option("--tokens <file>", "the tokens file (default: tokens in the data folder)")
    .addHelpText("after", EXAMPLES)
    .action((name: string) => run(command, (context) => makeToken(name, context)));
};

async function makeToken(name: string, { settings, stdout, stderr }: Context): Promise<number> {
  if (!/^[^\s#\p{C}][^\s\p{C}]*$/u.test(name)) {
    throw new CaselawError("invalid", `Cannot name a token "${name}": not one word, or it begins with "#"`);
  }
  const path = settings.tokens ?? defaultTokensFile(settings);
  checkOutputOf("tokens file", path, settings);
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  const before = noteToken(path, `${name} ${digestOfToken(token)}`);
  await stdout.write(`${token}\n`);
  const others = before.split("\n").filter((line) => line.startsWith(`${name} `)).length;
  if (others > 0 && !settings.quiet)
    await stderr.write(
      `caselaw: "${name}" has ${others + 1} tokens in "${path}"; the new one is in the last line\n`,
    );
  return EXIT.done;
}

/** Adds a line to a tokens file, which only its owner can read. The caller has checked the file. Returns what was in it before. */
function noteToken(path: string, line: string): string {
  try {
    const existing = readExisting(path);
    const gap = existing === "" || existing.endsWith("\n") ? "" : "\n";
    mkdirSync(dirname(path), { recursive: true });
    // "ax" fails at a link without a target
    const flag = existsSync(path) ? "a" : "ax";
    appendFileSync(path, `${gap}${line}\n`, { mode: SECRET_MODE, flag });
    return existing;
  } catch (error) {
    if (error instanceof CaselawError) throw error;
    const found = systemCodeOf(error) === "EEXIST" ? "it is a link without a target" : messageOf(error);
    throw new CaselawError("unavailable", `Cannot write tokens file "${path}": ${found}`, {
      cause: error,
      hint: "Change the rights of its folder, or choose another file with --tokens.",
    });
  }
}

function readExisting(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return "";
    throw error;
  }
}
