/**
 * A year of nights: the site, its clocks and the disk change by a seeded generator, and after each night `coverage`, the cases
 * and the data folder are what a model says (year/year-model.ts). So no state of a unit outlives its cause.
 *
 * 80 nights; `CASELAW_FUZZ=50` runs fifty years, `CASELAW_SEED=7` others.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { sync } from "../../src/sync/sync.ts";
import { fuzzing } from "../support/fuzz.ts";
import { importAt, syncAt, syncOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { differences } from "./year/differences.ts";
import { listedVolumes, type NightlySite, startNightlySite } from "./year/nightly-site.ts";
import { type Dice, diceOf, SiteStory } from "./year/year-events.ts";
import { type Keep, YearModel } from "./year/year-model.ts";

/** Of a year; as many of them as the tests have time for, unless more is asked for. */
const NIGHTS = process.env.CASELAW_FUZZ === undefined ? 80 : 365;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2024-01-02T03:00:00Z");
const KEEPS: readonly Keep[] = ["newest", "newest", "all", "none"];
/** Hours that the clock of the mirror may be off: summer time, some days, a year. */
const CLOCKS = [0, 0, 1, -1, 72, -72, 8766, -8766];

test("sync: after each night, coverage, cases and files are what the site and the disk make true", async () => {
  const { numRuns, seed } = fuzzing(1);
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let year = 0; year < numRuns; year++) await new Year(seed + year, await startNightlySite()).live();
});

class Year {
  readonly #seed: number;
  readonly #dice: Dice;
  readonly #site: NightlySite;
  readonly #folder = tempFolder();
  readonly #story: SiteStory;
  readonly #options: SyncOptions;
  readonly #model: YearModel;
  #night = 0;
  #clockHours = 0;

  constructor(seed: number, site: NightlySite) {
    this.#seed = seed;
    this.#site = site;
    this.#dice = diceOf(seed);
    this.#story = new SiteStory(site.state, this.#dice, this.#folder);
    const keep = KEEPS[this.#dice(KEEPS.length)] ?? "newest";
    this.#options = { ...syncOptions("static", site.service.url, this.#folder), keep };
    this.#model = new YearModel(keep);
  }

  async live(): Promise<void> {
    try {
      vi.setSystemTime(START);
      await this.#story.begin();
      for (this.#night = 0; this.#night < NIGHTS; this.#night++) {
        if (this.#night > 0) await this.#day();
        await this.#sync();
      }
      await expectWhole(this.#options.corpusPath);
    } finally {
      await this.#site.service.close();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /** What happens before a night: at the site, to the clock, by hand. */
  async #day(): Promise<void> {
    const dice = this.#dice;
    await this.#story.next(this.#night);
    if (dice(25) === 0) this.#clockHours = CLOCKS[dice(CLOCKS.length)] ?? 0;
    vi.setSystemTime(START + this.#night * DAY_MS + this.#clockHours * HOUR_MS);
    if (dice(25) === 0) await this.#importByHand();
    if (dice(25) === 0) this.#removeByHand();
    vi.setSystemTime(Date.now() + HOUR_MS);
  }

  /** Imports one of the last archives of a volume. */
  async #importByHand(): Promise<void> {
    const dice = this.#dice;
    const volumes = [...this.#story.published.values()];
    const archives = volumes[dice(volumes.length)] ?? [];
    const packed = archives[Math.max(0, archives.length - 1 - dice(4))];
    if (packed === undefined) return;
    const { barcode, sha256, release, bytes } = packed;
    const shrink = dice(2) === 0 ? "allowed" : "refused";
    const path = join(this.#folder, "by-hand", "archives", `${sha256}.zip`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    this.#story.note(barcode, `import by hand of ${sha256.slice(0, 6)} of ${release}, ${shrink}`);
    await importAt([path], { ...this.#options, shrink });
    this.#model.importFile(packed, shrink);
    this.#compare("after an import by hand");
  }

  #removeByHand(): void {
    const units = [...this.#model.disk.keys()];
    const unit = units[this.#dice(Math.max(1, units.length))];
    if (unit === undefined) return;
    this.#story.note(this.#model.listed.get(unit)?.barcode ?? "", `file of ${unit} removed by hand`);
    rmSync(join(this.#options.dataFolder, "static", `${unit}.zip`));
    this.#model.disk.delete(unit);
  }

  async #sync(): Promise<void> {
    const { list } = this.#site.state;
    if (list === "refused" || list === "cut") {
      await expect(sync(this.#options)).rejects.toThrow(/JurisdictionsMetadata/);
      this.#compare("after a night without a list");
      return;
    }
    const volumes = listedVolumes(this.#site.state);
    this.#model.list(volumes);
    const dice = this.#dice;
    const shrink = dice(20) === 0 ? "allowed" : "refused";
    const steps = dice(15) === 0 ? "download" : "download and import";
    const run = { shrink, steps } as const;
    if (steps === "download") this.#story.note("site", "is only downloaded");
    if (shrink === "allowed") this.#story.note("site", "archives may shrink");
    this.#site.answers();
    const expected = volumes.map((volume) => [volume.unit, this.#model.sync(volume, run)] as const);
    await syncAt({ ...this.#options, ...run });
    this.#compare("after a night");
    const asked = new Set(this.#site.answers().map(({ unit }) => unit));
    for (const [unit, request] of expected)
      if (asked.has(unit) === (request === "nothing"))
        this.#fail(unit, `${unit}: asked ${asked.has(unit)}, expected a request for ${request}`);
  }

  #compare(when: "after a night" | "after an import by hand" | "after a night without a list"): void {
    const [first] = differences(this.#model, this.#options);
    if (first !== undefined) this.#fail(first.of, `${when}: ${first.text}`);
  }

  /** @param of a listed unit or a barcode */
  #fail(of: string, difference: string): never {
    const barcode = this.#model.listed.get(of)?.barcode ?? of;
    const title = `CASELAW_SEED=${this.#seed}, night ${this.#night}, --keep ${this.#options.keep}, ${difference}`;
    throw new Error([title, ...this.#story.eventsOf(barcode)].join("\n"));
  }
}
