import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPicture } from "./picture-file.ts";
import { tempFolder } from "./temp-folder.ts";

const PICTURES = join(import.meta.dirname, "../../data/screenshots");

test("O1: a picture replaces a picture, and nothing else", () => {
  const folder = tempFolder();
  const at = (name: string): string => join(folder, name);
  const [shown = ""] = readdirSync(PICTURES).filter((name) => name.endsWith(".png"));
  copyFileSync(join(PICTURES, shown), at("search.png"));
  symlinkSync(at("search.png"), at("link.png"));
  writeFileSync(at("notes.png"), "mine");
  mkdirSync(at("folder.png"));
  for (const name of ["search.png", "absent.png"]) expect(() => checkPicture(at(name))).not.toThrow();
  for (const name of ["link.png", "notes.png", "folder.png"])
    expect(() => checkPicture(at(name))).toThrow("it is there and is no PNG file");
  expect(readFileSync(at("notes.png"), "utf8")).toBe("mine");
});
