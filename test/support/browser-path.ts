/** Where Chromium is, out of the system's packages; without windows if possible, which takes half the time. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Null where none is installed. */
export const BROWSER_PATH = findBrowser();

function findBrowser(): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"].filter(
    (folder) => folder !== "",
  );
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
