/**
 * What a corpus must contain after any sequence of archives, by docs/interface.md, "Import guarantees", and docs/formats.md
 * alone: a plain function over the list, which shares no code with the import.
 */

/** What one archive says of a case. All its texts have `token`, so that an answer shows whose it is. */
export interface ModelRecord {
  readonly id: number;
  readonly token: string;
  readonly lastUpdated: string | null;
  readonly citesTo: boolean;
}

export type Format = "text" | "xml" | "volume";

export interface ModelArchive {
  readonly unit: Format;
  /** `YYYY-MM-DD` */
  readonly release: string;
  readonly sha256: string;
  /** In the archive's order; an id may occur twice. */
  readonly records: readonly ModelRecord[];
  /** Ids of records that are refused for another field than the id: the case exists, the record says nothing. */
  readonly refused: readonly number[];
  /** Whether something in it has no id: then it removes nothing. */
  readonly isHoled: boolean;
}

/** Whose words each answer holds; null where the format is not available. */
export interface ModelCase {
  readonly name: string;
  readonly lastUpdated: string | null;
  readonly citesTo: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly xml: string | null;
}

interface Contribution extends ModelRecord {
  readonly unit: Format;
  readonly release: string;
  readonly sha256: string;
}

interface Unit {
  readonly taken: Set<string>;
  readonly ids: Set<number>;
  newest: Pick<ModelArchive, "release" | "sha256"> | null;
  isComplete: boolean;
}

/** The largest part of a unit that a newer archive may lack (docs/interface.md, "Import guarantees"). */
const TENTH = 0.1;

export class ImportModel {
  readonly #units = new Map<Format, Unit>();
  readonly #contributions = new Map<number, Map<Format, Contribution>>();
  /** Stored cases that one unit lost while another has them: the contract does not say which of their words stay. */
  readonly contested = new Set<number>();

  /** One archive after those before it. One that is a copy, too old, or too small (unless allowed) changes nothing. */
  take(archive: ModelArchive, shrink: "refused" | "allowed"): void {
    const unit = this.#unit(archive.unit);
    const { newest } = unit;
    if (unit.taken.has(archive.sha256)) return;
    if (unit.isComplete && newest !== null && archive.release < newest.release) return;
    const replaces = newest !== null && isAfter(archive, newest);
    const listed = new Set([...archive.records.map(({ id }) => id), ...archive.refused]);
    const missing = [...unit.ids].filter((id) => !listed.has(id));
    const isShrunk = replaces && !archive.isHoled && missing.length > unit.ids.size * TENTH;
    if (isShrunk && shrink === "refused") return;
    for (const record of winners(archive.records)) this.#contribute(record, archive, unit);
    if (replaces && !archive.isHoled) for (const id of missing) this.#giveUp(id, unit);
    unit.taken.add(archive.sha256);
    if (newest !== null && !replaces) return;
    unit.newest = archive;
    unit.isComplete = !archive.isHoled;
  }

  ids(): number[] {
    return [...this.#contributions.keys()].sort((a, b) => a - b);
  }

  /**
   * Each part is that of the newest archive that gives it (docs/interface.md, "Import guarantees"; docs/formats.md, "Forms and
   * formats of a body").
   */
  case(id: number): ModelCase {
    const all = [...(this.#contributions.get(id)?.values() ?? [])].sort(byAge);
    const newestOf = (...units: Format[]): Contribution | null =>
      all.findLast(({ unit }) => units.includes(unit)) ?? null;
    const [xml, page, object] = [newestOf("xml"), newestOf("volume"), newestOf("text", "volume")];
    const complete = all.at(-1);
    return {
      name: complete?.token ?? "",
      lastUpdated: complete?.lastUpdated ?? null,
      citesTo: all.findLast(({ citesTo }) => citesTo)?.token ?? null,
      text: unlessXmlIsLater(object, xml)?.token ?? null,
      html: unlessXmlIsLater(page, xml)?.token ?? null,
      xml: xml?.token ?? null,
    };
  }

  #unit(name: Format): Unit {
    const unit = this.#units.get(name) ?? {
      taken: new Set(),
      ids: new Set(),
      newest: null,
      isComplete: false,
    };
    this.#units.set(name, unit);
    return unit;
  }

  #contribute(record: ModelRecord, { unit: name, release, sha256 }: ModelArchive, unit: Unit): void {
    const next = { ...record, unit: name, release, sha256 };
    const all = this.#contributions.get(record.id) ?? new Map<Format, Contribution>();
    const before = all.get(name);
    if (before === undefined || byAge(before, next) <= 0) all.set(name, next);
    this.#contributions.set(record.id, all);
    unit.ids.add(record.id);
  }

  #giveUp(id: number, unit: Unit): void {
    unit.ids.delete(id);
    if ([...this.#units.values()].some(({ ids }) => ids.has(id))) this.contested.add(id);
    else {
      this.contested.delete(id);
      this.#contributions.delete(id);
    }
  }
}

/** Of one id twice the later `last_updated`, without it the later line (docs/faults.md, "R4"). */
function winners(records: readonly ModelRecord[]): ModelRecord[] {
  const won = new Map<number, ModelRecord>();
  for (const record of records) {
    const before = won.get(record.id);
    if (before === undefined || (record.lastUpdated ?? "") >= (before.lastUpdated ?? ""))
      won.set(record.id, record);
  }
  return [...won.values()];
}

/** The one total order: `last_updated` if both have it, else the release, else the hash. */
function byAge(a: Contribution, b: Contribution): number {
  const updated = a.lastUpdated !== null && b.lastUpdated !== null ? order(a.lastUpdated, b.lastUpdated) : 0;
  return updated || order(a.release, b.release) || order(a.sha256, b.sha256);
}

function isAfter(a: Pick<ModelArchive, "release" | "sha256">, b: typeof a): boolean {
  return (order(a.release, b.release) || order(a.sha256, b.sha256)) > 0;
}

function unlessXmlIsLater(own: Contribution | null, xml: Contribution | null): Contribution | null {
  if (own === null || xml === null) return own ?? xml;
  return order(xml.release, own.release) > 0 ? xml : own;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
