/**
 * A browser for tests of the reading room: Chromium from the system's packages, started once for each test file.
 *
 * Pages are watched: whatever a quiet page does not do (an error in its console, a request that goes elsewhere or comes to
 * nothing, a breach of the policy, a dialog) is noted, and fails the test at its end.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { BROWSER_PATH } from "./browser-path.ts";
import { HANG_MS } from "./hang.ts";

export { BROWSER_PATH };

/** Half as long as the `source` that the package exports, which takes as long to load as to run. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How a page is looked at; a desktop in daylight where nothing is said. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly script?: "on" | "off";
  /** Of a page that is opened from the disk: the address of the folder whose files belong to it. */
  readonly folder?: string;
}

/** A tab, and all that a quiet page does not do. */
export interface PageRequest {
  readonly page: Page;
  readonly faults: string[];
}

/** Opens an address in a context of its own. @param address whole: `http://127.0.0.1:1234/` */
export type OpenPage = (address: string, view?: View) => Promise<PageRequest>;

/** A test in the browser; skipped, saying so, where none is installed. All pages that it opened must have been quiet. */
export function browserTest(title: string, body: (open: OpenPage) => Promise<void>): void {
  const shown = BROWSER_PATH === null ? `${title} (skipped: no Chromium is installed here)` : title;
  test.skipIf(BROWSER_PATH === null)(shown, async () => {
    const visits: PageRequest[] = [];
    const browser = await theBrowser();
    try {
      await body(async (address, view = {}) => {
        const visit = await openWatched(browser, address, view);
        visits.push(visit);
        return visit;
      });
      expect(visits.flatMap(({ faults }) => faults).join("\n")).toBe("");
    } finally {
      for (const { page } of visits) await page.context().close();
    }
  });
}

/** Holds a page to be accessible by day in a wide window and by night on a phone, and to fit the widths from there to here. */
export async function expectReadable(page: Page): Promise<void> {
  for (const [width, colorScheme, rules] of LOOKS) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    if (rules !== null) await expectAccessible(page, rules);
  }
}

/** The rules that depend on colours and widths. */
const RULES_OF_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];
const LOOKS = [
  [390, null, null],
  [768, null, null],
  [320, "dark", RULES_OF_LOOKS],
  [1280, "light", []],
] as const;

/**
 * Holds a page to the rules of WCAG 2 (A, AA) and to axe's best practices, as it is shown now.
 *
 * @param rules only these; empty: all
 */
export async function expectAccessible(page: Page, rules: readonly string[] = []): Promise<void> {
  // by the debugger, which the page's policy does not bind
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(rules.length > 0 ? { runOnly: rules } : {}) };
  const found: string[] = await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " – " + failureSummary)))`);
  expect(found.join("\n")).toBe("");
}

/** Holds a page to its window's width: nothing is reached by scrolling sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wide, window]: [number, number] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  expect(wide).toBeLessThanOrEqual(window);
}

let started: Promise<Browser> | undefined;

function theBrowser(): Promise<Browser> {
  const executablePath = BROWSER_PATH ?? "";
  started ??= chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: HANG_MS });
  return started;
}

if (BROWSER_PATH !== null) afterAll(async () => (await started)?.close());

async function openWatched(browser: Browser, address: string, view: View): Promise<PageRequest> {
  const { width = 1280, height = 900, colorScheme = "light", script = "on" } = view;
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme,
    javaScriptEnabled: script === "on",
    reducedMotion: "reduce",
  };
  const context = await browser.newContext(options);
  context.setDefaultTimeout(HANG_MS);
  const page = await context.newPage();
  const faults = watch(page, address, view.folder);
  await page.goto(address);
  return { page, faults };
}

/** Notes what the page does not do when all is well; requests to other origins are noted and not let out. */
function watch(page: Page, address: string, folder?: string): string[] {
  const faults: string[] = [];
  const { origin } = new URL(address);
  // a file has no origin: nothing but itself is its own, unless it is one of a folder
  const isOurs = (url: string): boolean =>
    origin === "null"
      ? url.split("#")[0] === address || (folder !== undefined && url.startsWith(`${folder}/`))
      : url.startsWith(`${origin}/`);
  page.on("console", (message) => {
    // that a page asked for is not there is no error of the page
    const isMissingPage = message.text().includes("status of 4") && message.location().url === page.url();
    if (message.type() === "error" && !isMissingPage) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    // it may be gone already, with its page
    dialog.dismiss().catch(() => {});
  });
  page.on("request", (request) => {
    if (!isOurs(request.url())) faults.push(`request elsewhere: ${request.url().slice(0, 100)}`);
  });
  page.on("requestfailed", (request) => {
    // a navigation that gave way to another one
    if (request.failure()?.errorText !== "net::ERR_ABORTED") faults.push(`request failed: ${request.url()}`);
  });
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage) faults.push(`${response.status()}: ${response.url()}`);
  });
  void page.route(
    (url) => !isOurs(url.href),
    (route) => route.abort(),
  );
  return faults;
}
