/** Compiles AssemblyScript to WebAssembly. A file for each module has its bytes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

export interface WasmModule {
  readonly folder: string;
  /** The name of the source without `.as.ts`, and of the target without `.wasm.ts`. */
  readonly name: string;
  /** Memory at the start, pages of 64 KiB. */
  readonly pages: number;
}

const SOURCES = join(import.meta.dirname, "..", "src");
export const WASM_MODULES: readonly WasmModule[] = [
  // what the constants in the source add up to, and 150,000 tokens of at most 18 bytes
  { folder: join(SOURCES, "text"), name: "scan-words", pages: 177 },
  // the packed, the sorted and the decoded bytes of a block, and the places of the sort; what its walks rarely touch
  { folder: join(SOURCES, "archive"), name: "decode-bzip2", pages: 340 },
  // a block before and after its runs are written out
  { folder: join(SOURCES, "archive"), name: "write-runs", pages: 31 },
];

export function targetOf({ folder, name }: WasmModule): string {
  return join(folder, `${name}.wasm.ts`);
}

/** The text of the target. @throws Error with the compiler's messages */
export async function compile({ folder, name, pages }: WasmModule): Promise<string> {
  const options = [
    "-O3",
    "--noAssert",
    "--runtime",
    "stub",
    "--enable",
    "simd",
    "--initialMemory",
    `${pages}`,
  ];
  let bytes: Uint8Array = new Uint8Array(0);
  const { error, stderr } = await asc.main([`${name}.as.ts`, ...options, "--outFile", "out.wasm"], {
    readFile: (file) => (file.endsWith(".as.ts") ? readFileSync(join(folder, file), "utf8") : null),
    listFiles: () => [],
    writeFile: (_name, content) => {
      if (typeof content !== "string") bytes = content;
    },
  });
  if (error !== null) throw new Error(stderr.toString(), { cause: error });
  const constant = name.replace("-", "_").toUpperCase();
  return `/** ${name}.as.ts, compiled by \`npm run wasm\`. */\nexport const ${constant} =\n  "${Buffer.from(bytes).toString("base64")}";\n`;
}

if (import.meta.main)
  for (const module of WASM_MODULES) writeFileSync(targetOf(module), await compile(module));
