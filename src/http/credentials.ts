/**
 * The tokens file: each line has a name and the SHA-256 of a token (docs/interface.md, "Credentials of the service"). It is
 * read again when it changes.
 *
 * A missing file has no tokens, at the start and later: the first token is accepted when the file appears, and removing the
 * file revokes all tokens. If the file cannot be read, the tokens read before stay valid, so that a half-written line locks
 * no one out.
 */
import crypto from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { CaselawError, messageOf } from "../domain/errors.ts";

/** `missing`: the scheme is `Token`, but no token follows. */
type Credentials = "none" | "good" | "wrong" | "missing";

/** In lower-case hex, as in a tokens file. */
export function digestOfToken(token: string): string {
  return crypto.createHash("sha256").update(token, "utf8").digest("hex");
}

/**
 * The digests in a tokens file; empty lines and lines that begin with `#` are ignored.
 *
 * @throws CaselawError `corrupt` for any other line; the message does not quote it
 */
export function parseTokens(text: string, file: string): Buffer[] {
  return text.split("\n").flatMap((raw, at) => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) return [];
    const digest = /^\S+\s+([0-9a-fA-F]{64})$/.exec(line)?.[1];
    if (digest !== undefined) return [Buffer.from(digest, "hex")];
    throw new CaselawError(
      "corrupt",
      `Cannot read tokens file "${file}": line ${at + 1} is not a name and a SHA-256 in hex`,
      { at: { file, line: at + 1 }, hint: "Make tokens with `caselaw token NAME`." },
    );
  });
}

export class TokensFile {
  readonly #path: string | null;
  readonly #onFault: (message: string) => void;
  /** Stays true after the file is removed, which revokes the tokens. */
  #hadFile = false;
  #digests: readonly Buffer[] = [];
  /** Null: there is no file. */
  #version: string | null = null;

  /**
   * @param path need not exist yet; null: no token is valid
   * @param onFault called with the reason when a changed file cannot be read
   * @throws CaselawError `corrupt` or `unavailable`: the file cannot be used
   */
  constructor(path: string | null, onFault: (message: string) => void) {
    this.#path = path;
    this.#onFault = onFault;
    this.#read();
  }

  /** Whether there has been no tokens file since the service started: then nobody was given a token. */
  hadNone(): boolean {
    this.#refresh();
    return !this.#hadFile;
  }

  /** @param headers all `Authorization` headers of a request; schemes other than `Token` are ignored */
  check(headers: readonly string[]): Credentials {
    const tokens = headers.flatMap((header) => {
      const match = /^token(?:\s+(.*))?$/is.exec(header.trim());
      return match === null ? [] : [match[1] ?? ""];
    });
    if (tokens.length === 0) return "none";
    if (tokens.includes("")) return "missing";
    this.#refresh();
    const isGood = tokens.map((token) => this.#isKnown(token)).every(Boolean);
    return isGood ? "good" : "wrong";
  }

  /** Compares every digest, so that the time does not depend on which one matches. */
  #isKnown(token: string): boolean {
    const digest = Buffer.from(digestOfToken(token), "hex");
    return this.#digests.map((known) => crypto.timingSafeEqual(known, digest)).includes(true);
  }

  #refresh(): void {
    try {
      this.#read();
    } catch (error) {
      this.#onFault(messageOf(error));
    }
  }

  /** Reads the file if it has changed. @throws CaselawError `corrupt` or `unavailable`: the tokens of before stay, but for a file that was removed */
  #read(): void {
    const path = this.#path;
    const version = path === null ? null : versionOf(path);
    if (path === null || version === this.#version) return;
    this.#version = version;
    this.#hadFile ||= version !== null;
    if (version === null) {
      this.#digests = [];
      throw new CaselawError("unavailable", `Cannot read tokens file "${path}": no such file`);
    }
    this.#digests = parseTokens(textOf(path), path);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const message = `Cannot read tokens file "${path}": ${messageOf(error)}`;
    throw new CaselawError("unavailable", message, { cause: error });
  }
}

/** Null if there is no such file. */
function versionOf(path: string): string | null {
  try {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    return file === undefined ? null : `${file.ino} ${file.size} ${file.mtimeNs} ${file.ctimeNs}`;
  } catch {
    return "unreadable"; // reading it says why
  }
}
