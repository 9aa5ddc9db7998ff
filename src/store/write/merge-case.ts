/**
 * How a contribution joins what is held of a case (docs/interface.md, "Import guarantees"; docs/formats.md, "Forms and formats
 * of a body"). Pure rules.
 *
 * Each part of a case is kept from the newest contribution that gave it: the metadata as a whole, each extra, each
 * form of the body. So neither format loses what only the other gives, and the order of imports does not matter.
 */
import type { CaseMetadata, VolumeMention } from "../../domain/case.ts";
import { canonicalJson } from "../../domain/json.ts";
import { compareRecency, compareRelease, type Stamp } from "../../domain/recency.ts";
import type { BodyForm, Unpack } from "../database/dictionary-store.ts";
import { fullness, type Origin, PART_KEYS, type PartKey } from "./extras.ts";
import type { PreparedCase } from "./prepare-case.ts";

/** A case's metadata as the corpus holds it: court and jurisdiction are records of their own, named by id. */
export type CaseFields = Omit<CaseMetadata, "court" | "jurisdiction"> & {
  readonly courtId: number | null;
  readonly jurisdictionId: number | null;
};

export interface StoredForm {
  readonly origin: Origin;
  readonly data: Uint8Array | null;
}

/** A case as the corpus holds it, all parts with their origins. */
export interface StoredCase {
  readonly metadata: CaseFields;
  readonly origin: Origin;
  /** Where a part is from, if not from `origin`. */
  readonly partOrigins: Partial<Record<PartKey, Origin>>;
  readonly forms: ReadonlyMap<BodyForm, StoredForm>;
  readonly hashDiffers: boolean;
}

/** Turns an origin into what recency is judged by: the release and hash of the unit's archive. */
export type StampOf = (origin: Origin) => Stamp;

/** A case that is not held yet. */
export function newCase(incoming: PreparedCase, origin: Origin): StoredCase {
  return {
    metadata: fieldsOf(incoming.record),
    origin,
    partOrigins: {},
    forms: new Map(incoming.forms.map(({ form, data }) => [form, { origin, data }])),
    hashDiffers: incoming.hashDiffers,
  };
}

/**
 * The case after `incoming` has joined `held`. Ties go to `incoming`.
 *
 * @param from where `incoming` comes from; its stamp is that of the archive at hand, which may be newer than what its
 *   unit was last read whole from
 */
export function mergeCase(
  stored: StoredCase,
  incoming: PreparedCase,
  from: { readonly origin: Origin; readonly stamp: Stamp },
  stampOf: StampOf,
): StoredCase {
  const { origin, stamp } = from;
  const isNewer = (than: Origin): boolean => compareRecency(stamp, stampOf(than)) >= 0;
  const wins = isNewer(stored.origin);
  const fields = fieldsOf(incoming.record);
  const winner = wins ? origin : stored.origin;
  const [mine, theirs] = [partsOf(fields), partsOf(stored.metadata)];
  const taken = new Set<PartKey>();
  const partOrigins: Partial<Record<PartKey, Origin>> = {};
  for (const key of PART_KEYS) {
    const heldOrigin = stored.partOrigins[key] ?? stored.origin;
    const [here, there] = [fullness(mine[key]), fullness(theirs[key])];
    const takes = here === there ? isNewer(heldOrigin) : here > there;
    if (takes) taken.add(key);
    const keyOrigin = takes ? origin : heldOrigin;
    if (!isSameOrigin(keyOrigin, winner)) partOrigins[key] = keyOrigin;
  }
  const bodyWins = [...stored.forms.values()].every((form) => isNewer(form.origin));
  const forms = new Map(stored.forms);
  for (const { form, data } of incoming.forms) {
    const other = forms.get(form);
    if (other === undefined || isNewer(other.origin)) forms.set(form, { origin, data });
  }
  return {
    metadata: withParts(wins ? fields : stored.metadata, (key) =>
      taken.has(key) ? fields : stored.metadata,
    ),
    origin: winner,
    partOrigins,
    forms,
    hashDiffers: bodyWins && incoming.forms.length > 0 ? incoming.hashDiffers : stored.hashDiffers,
  };
}

/** Whether two states of a case answer every question alike. */
export function isSameCase(a: StoredCase, b: StoredCase, unpack: Unpack): boolean {
  if (canonicalJson(a.metadata) !== canonicalJson(b.metadata)) return false;
  if (a.forms.size !== b.forms.size) return false;
  return [...a.forms].every(([form, stored]) => {
    const other = b.forms.get(form);
    return other !== undefined && isSameData(stored.data, other.data, unpack);
  });
}

/** Whether two states come from the same contributions, so that nothing at all need be written. */
export function hasSameOrigins(a: StoredCase, b: StoredCase): boolean {
  return (
    isSameOrigin(a.origin, b.origin) &&
    canonicalJson(a.partOrigins) === canonicalJson(b.partOrigins) &&
    [...a.forms].every(([form, stored]) => isSameOrigin(stored.origin, b.forms.get(form)?.origin ?? null))
  );
}

/**
 * The form that `text` is answered from and indexed by (docs/formats.md, "Forms and formats of a body"): the source's own text
 * object, unless the XML is from a later release; null without a body.
 */
export function servingForm(forms: ReadonlyMap<BodyForm, StoredForm>, stampOf: StampOf): BodyForm | null {
  const [text, xml] = [forms.get("text"), forms.get("xml")];
  if (text !== undefined && xml !== undefined) {
    return isLater(stampOf(xml.origin), stampOf(text.origin)) ? "xml" : "text";
  }
  if (text !== undefined) return "text";
  return xml !== undefined ? "xml" : forms.has("html") ? "html" : null;
}

/** The form that `html` is answered from: the site's own file, unless the XML is from a later release. */
export function htmlForm(forms: ReadonlyMap<BodyForm, StoredForm>, stampOf: StampOf): "html" | "xml" | null {
  const [html, xml] = [forms.get("html"), forms.get("xml")];
  if (html !== undefined && xml !== undefined) {
    return isLater(stampOf(xml.origin), stampOf(html.origin)) ? "xml" : "html";
  }
  return html !== undefined ? "html" : xml !== undefined ? "xml" : null;
}

/** As `compareRecency`, but two archives of one release are of one age, whatever their hashes. */
function isLater(a: Stamp, b: Stamp): boolean {
  const sameHash = { sha256: "" };
  return (
    compareRecency({ ...a, ...sameHash }, { ...b, ...sameHash }) > 0 &&
    compareRelease(a.release, b.release) >= 0
  );
}

function fieldsOf(record: CaseMetadata): CaseFields {
  const { court, jurisdiction, ...rest } = record;
  return { ...rest, courtId: court?.id ?? null, jurisdictionId: jurisdiction?.id ?? null };
}

type Parts = VolumeMention & Pick<CaseFields, Exclude<PartKey, keyof VolumeMention>>;

function partsOf({ volume, citesTo, analysis, provenance, courtId, jurisdictionId }: CaseFields): Parts {
  return { ...volume, citesTo, analysis, provenance, courtId, jurisdictionId };
}

/** The fields, each part out of those that `giver` names. */
function withParts(fields: CaseFields, giver: (key: PartKey) => CaseFields): CaseFields {
  return {
    ...fields,
    volume: {
      barcode: giver("barcode").volume.barcode,
      volumeNumber: giver("volumeNumber").volume.volumeNumber,
      reporterId: giver("reporterId").volume.reporterId,
      reporterName: giver("reporterName").volume.reporterName,
    },
    citesTo: giver("citesTo").citesTo,
    analysis: giver("analysis").analysis,
    provenance: giver("provenance").provenance,
    courtId: giver("courtId").courtId,
    jurisdictionId: giver("jurisdictionId").jurisdictionId,
  };
}

function isSameOrigin(a: Origin, b: Origin | null): boolean {
  return b !== null && a.unitId === b.unitId && a.lastUpdated === b.lastUpdated;
}

function isSameData(a: Uint8Array | null, b: Uint8Array | null, unpack: Unpack): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a, b) === 0 || unpack(a) === unpack(b);
}
