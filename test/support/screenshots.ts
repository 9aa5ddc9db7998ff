/**
 * The pictures of the reading pages in README and docs, made from the sample of real law: `npm run screenshots` writes them to
 * `data/screenshots/`, `npm run screenshots -- FOLDER` elsewhere. Needs Chromium from the system's packages.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { startService } from "../../src/http/service.ts";
import { BROWSER_PATH } from "./browser-path.ts";
import { HANG_MS } from "./hang.ts";
import { checkPicture } from "./picture-file.ts";
import { runProgram } from "./run-program.ts";
import { startStaticSite } from "./static-site.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const TARGET = resolve(process.argv[2] ?? join(ROOT, "data", "screenshots"));
const SCRATCH = mkdtempSync(join(tmpdir(), "caselaw-screenshots-"));

/** Width and height in CSS pixels: a laptop's window, one in which a whole plot stands, and a phone. */
const WINDOW = { width: 1120, height: 600 };
const TALL = { width: 1120, height: 800 };
const PHONE = { width: 390, height: 800 };

const SHOTS = [
  { name: "search", path: "/?search=%22law+of+nations%22", viewport: WINDOW, colorScheme: "light" },
  { name: "case", path: "/cases/219068/", viewport: WINDOW, colorScheme: "light" },
  { name: "browse", path: "/browse/us/", viewport: WINDOW, colorScheme: "light" },
  { name: "trends", path: "/trends/?q=%22law+of+nations%22&q=jury", viewport: TALL, colorScheme: "light" },
  { name: "search-dark", path: "/?search=%22law+of+nations%22", viewport: WINDOW, colorScheme: "dark" },
  { name: "case-phone", path: "/cases/219068/", viewport: PHONE, colorScheme: "light" },
] as const;

/** As `npm run demo` fills it: a volume as the nightly job brings it in, so that the pages know what of it is here, then the rest. */
async function makeCorpus(): Promise<string> {
  const [db, dataDir] = [join(SCRATCH, "demo.db"), SCRATCH];
  const publisher = await startStaticSite(join(ROOT, "data", "real", "static"));
  try {
    const source = ["--volume", "charlton/1", "--source-url", publisher.url];
    await run(["sync", ...source, "--db", db, "--data-dir", dataDir, "--quiet"]);
    await run(["demo", "--data-dir", dataDir, "--quiet"]);
  } finally {
    await publisher.close();
  }
  return db;
}

async function run(args: readonly string[]): Promise<void> {
  const code = await runProgram(args, ROOT);
  if (code !== 0) throw new Error(`caselaw ${args[0]} ended with ${code}`);
}

async function shoot(url: string, executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: HANG_MS });
  try {
    for (const { name, path, viewport, colorScheme } of SHOTS) {
      const page = await browser.newPage({ viewport, colorScheme });
      page.setDefaultTimeout(HANG_MS);
      await page.goto(url + path);
      await page.screenshot({ path: join(TARGET, `${name}.png`) });
      await page.close();
      process.stdout.write(`${join(TARGET, name)}.png\n`);
    }
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  if (BROWSER_PATH === null) throw new Error("no Chromium is installed here");
  mkdirSync(TARGET, { recursive: true });
  for (const { name } of SHOTS) checkPicture(join(TARGET, `${name}.png`));
  try {
    await using service = await startService({
      corpus: await makeCorpus(),
      dataFolder: SCRATCH,
      exportsFolder: null,
      host: "127.0.0.1",
      port: 0,
      baseUrl: null,
      tokensFile: null,
      bodies: "for everyone",
      closedText: "searchable",
      robots: null,
      readers: 1,
      deadlineMs: HANG_MS,
      onEvent: () => {},
    });
    await shoot(service.url, BROWSER_PATH);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

await main();
