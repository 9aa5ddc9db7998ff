/** Compiles src/text/scan-words.as.ts to WebAssembly and writes it into scan-words.wasm.ts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const FOLDER = join(import.meta.dirname, "..", "src", "text");
const SOURCE = "scan-words.as.ts";
export const TARGET = join(FOLDER, "scan-words.wasm.ts");
/** 64 KiB each: what the constants in the source add up to, and 150,000 tokens of at most 18 bytes. */
const PAGES = 176;

/** The text of scan-words.wasm.ts. @throws Error with the compiler's messages */
export async function compileScanWords(): Promise<string> {
  const options = [
    "-O3",
    "--noAssert",
    "--runtime",
    "stub",
    "--enable",
    "simd",
    "--initialMemory",
    `${PAGES}`,
  ];
  let bytes: Uint8Array = new Uint8Array(0);
  const { error, stderr } = await asc.main([SOURCE, ...options, "--outFile", "out.wasm"], {
    readFile: (name) => (name === SOURCE ? readFileSync(join(FOLDER, SOURCE), "utf8") : null),
    listFiles: () => [],
    writeFile: (_name, content) => {
      if (typeof content !== "string") bytes = content;
    },
  });
  if (error !== null) throw new Error(stderr.toString(), { cause: error });
  return `/** scan-words.as.ts, compiled by \`npm run wasm\`. */\nexport const SCAN_WORDS =\n  "${Buffer.from(bytes).toString("base64")}";\n`;
}

if (import.meta.main) writeFileSync(TARGET, await compileScanWords());
