/** What happens at a site and on the disk of its mirror from one night to the next, by a seeded generator. */

import { REPORTERS, type SiteState, type SiteVolume, type ZipFault } from "./nightly-site.ts";
import { type PackedCase, type PackedVolume, packVolume, type VolumeContent } from "./packed-volume.ts";

/** A whole number from 0 below `bound`; the same ones for the same seed. */
export type Dice = (bound: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const VOLUMES = 5;
const CASES = 11;
const DAY_MS = 86_400_000;
const START = Date.parse("2024-01-01T00:00:00Z");
const FAULTS: readonly ZipFault[] = [404, 404, 410, 403, 503, "cut", "cut", "other unit", "page"];

export class SiteStory {
  /** Archives that the site had, by barcode. */
  readonly published = new Map<string, PackedVolume[]>();
  readonly #events: { readonly of: string; readonly text: string }[] = [];
  readonly #state: SiteState;
  readonly #dice: Dice;
  readonly #folder: string;
  #night = 0;
  #revision = 0;
  /** Days that the clock of the packing job is off. */
  #packerDays = 0;

  /** @param folder for files while they are packed */
  constructor(state: SiteState, dice: Dice, folder: string) {
    this.#state = state;
    this.#dice = dice;
    this.#folder = folder;
  }

  /** Five volumes; each second one has no `last_updated` in its records. */
  async begin(): Promise<void> {
    for (let index = 0; index < VOLUMES; index++) {
      const ids = Array.from({ length: CASES }, (_, at) => 1000 * (index + 1) + at);
      const content: VolumeContent = {
        barcode: `3204400000000${index}`,
        isOtherPlace: false,
        cases: new Map(ids.map((id) => [id, this.#revised(id, index % 2 === 0)])),
        lacking: [],
        broken: [],
      };
      const packed = await this.#pack(content);
      const unit = `${REPORTERS[index % 2]}/${index}`;
      this.#state.volumes.set(content.barcode, {
        unit,
        isListed: true,
        version: `${this.#day()}T00:00:00+00:00`,
        packed,
        fault: null,
      });
    }
  }

  /** The changes before a night. */
  async next(night: number): Promise<void> {
    this.#night = night;
    const dice = this.#dice;
    this.#state.list = "true";
    if (dice(20) === 0)
      this.#state.list = (["empty", "half", "half", "refused", "cut"] as const)[dice(5)] ?? "true";
    if (dice(30) === 0) this.#packerDays = [0, 0, 1, -1, 30, -30, -366][dice(7)] ?? 0;
    if (this.#state.list !== "true") this.note("site", `list ${this.#state.list}`);
    for (const volume of this.#state.volumes.values()) if (dice(6) === 0) await this.#change(volume);
  }

  /** @param of a barcode, or `site` */
  note(of: string, event: string): void {
    this.#events.push({ of, text: `night ${this.#night}: ${event}` });
  }

  /** What happened to a volume and to the site, in order. */
  eventsOf(barcode: string): string[] {
    return this.#events.filter(({ of }) => of === barcode || of === "site").map(({ text }) => text);
  }

  async #change(volume: SiteVolume): Promise<void> {
    const dice = this.#dice;
    const { packed } = volume;
    switch (dice(16)) {
      case 0:
      case 1:
        return this.#publish(
          volume,
          "changes a case",
          withChangedCase(packed, (id) => this.#revised(id, isDated(packed))),
        );
      case 2:
        return this.#publish(volume, "adds a case", this.#withNewCase(packed));
      case 3:
        return this.#publish(volume, "loses a case", without(packed, 1));
      case 4:
        return this.#publish(volume, "loses half of its cases", without(packed, packed.cases.size >> 1));
      case 5:
        return this.#publish(volume, "is packed again", packed);
      case 6:
        return this.#publish(volume, "lacks a file", { ...packed, lacking: [this.#anyCase(packed)] });
      case 7:
        return this.#publish(volume, "has a broken record", { ...packed, broken: [this.#anyCase(packed)] });
      case 8:
        return this.#publish(volume, "moves to another jurisdiction", {
          ...packed,
          isOtherPlace: !packed.isOtherPlace,
        });
      case 9:
      case 10:
        return this.#setFault(volume, volume.fault === null ? (FAULTS[dice(FAULTS.length)] ?? null) : null);
      case 11:
        return this.#setFault(volume, null);
      case 12:
        volume.isListed = !volume.isListed;
        return this.note(packed.barcode, volume.isListed ? "is listed" : "is not listed");
      case 13:
        return this.#relist(volume);
      case 14:
        return this.#restore(volume);
      default:
        return this.#rename(volume);
    }
  }

  /** A new content, mostly without the faults of the last one, and mostly with a new version in the list. */
  async #publish(volume: SiteVolume, event: string, content: VolumeContent): Promise<void> {
    const dice = this.#dice;
    const repaired = {
      ...content,
      lacking: content.lacking === volume.packed.lacking ? [] : content.lacking,
      broken: content.broken === volume.packed.broken ? [] : content.broken,
    };
    volume.packed = await this.#pack(repaired);
    const isRelisted = dice(4) > 0;
    if (isRelisted) volume.version = dice(12) === 0 ? null : `${this.#day()}T00:00:00+00:00`;
    const { barcode, sha256, release } = volume.packed;
    const listed = isRelisted ? `listed as ${volume.version}` : "list as it was";
    this.note(barcode, `${event}, ${listed}, ${sha256.slice(0, 6)} of ${release}`);
  }

  #setFault(volume: SiteVolume, fault: ZipFault | null): void {
    volume.fault = fault;
    this.note(volume.packed.barcode, fault === null ? "is answered" : `is answered by ${fault}`);
  }

  #relist(volume: SiteVolume): void {
    volume.version = this.#dice(5) === 0 ? null : `${this.#day()}T00:00:00+00:00`;
    this.note(volume.packed.barcode, `is only listed as ${volume.version}`);
  }

  /** The site goes back to an archive that it had, with or without its version. */
  #restore(volume: SiteVolume): void {
    const dice = this.#dice;
    const { barcode } = volume.packed;
    const all = this.published.get(barcode) ?? [];
    volume.packed = all[Math.max(0, all.length - 1 - dice(4))] ?? volume.packed;
    if (dice(3) > 0) volume.version = `${this.#day()}T00:00:00+00:00`;
    this.note(barcode, `has ${volume.packed.sha256.slice(0, 6)} again, listed as ${volume.version}`);
  }

  #rename(volume: SiteVolume): void {
    const dice = this.#dice;
    const units = [...this.#state.volumes.values()].map(({ unit }) => unit);
    const unit = `${REPORTERS[dice(REPORTERS.length)]}/${dice(8)}`;
    if (units.includes(unit)) return;
    this.note(volume.packed.barcode, `is ${unit}, was ${volume.unit}`);
    volume.unit = unit;
  }

  async #pack(content: VolumeContent): Promise<PackedVolume> {
    const packed = await packVolume(content, this.#day(this.#packerDays), this.#dice(2) === 0, this.#folder);
    const all = this.published.get(content.barcode) ?? [];
    this.published.set(content.barcode, [...all, packed]);
    return packed;
  }

  #anyCase({ cases }: VolumeContent): number {
    return [...cases.keys()][this.#dice(cases.size)] ?? 0;
  }

  #withNewCase(content: VolumeContent): VolumeContent {
    const id = Math.max(...content.cases.keys()) + 1;
    return { ...content, cases: new Map([...content.cases, [id, this.#revised(id, isDated(content))]]) };
  }

  #revised(id: number, isWithDate: boolean): PackedCase {
    return { name: `Case ${id} revision ${this.#revision++}`, lastUpdated: isWithDate ? this.#day() : null };
  }

  #day(more = 0): string {
    return new Date(START + (this.#night + more) * DAY_MS).toISOString().slice(0, 10);
  }
}

function isDated({ cases }: VolumeContent): boolean {
  return [...cases.values()].some(({ lastUpdated }) => lastUpdated !== null);
}

function withChangedCase(content: VolumeContent, revised: (id: number) => PackedCase): VolumeContent {
  const [id = 0] = content.cases.keys();
  const rest = [...content.cases].slice(1);
  return { ...content, cases: new Map([...rest, [id, revised(id)]]) };
}

function without(content: VolumeContent, count: number): VolumeContent {
  const kept = [...content.cases].slice(Math.min(count, content.cases.size - 4));
  return content.cases.size <= 5 ? content : { ...content, cases: new Map(kept) };
}
