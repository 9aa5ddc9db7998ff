/**
 * Merges a contribution into a stored case (docs/interface.md, "Import guarantees"; docs/formats.md, "Forms and formats of a
 * body"). Pure functions.
 *
 * Each part of a case is kept from the newest contribution that has it: the metadata as one part, each extra, each form of the
 * body. So no format deletes what only another format has, and the order of imports does not matter. A source of a lower precedence adds
 * only what the others do not have, and never another body.
 */
import type { CaseMetadata, VolumeMention } from "../../domain/case.ts";
import type { BodyForm } from "../../domain/casebody.ts";
import { compareRecency, compareRelease, type Stamp } from "../../domain/decision-date.ts";
import { canonicalJson, isJsonObject } from "../../domain/json.ts";
import type { Unpack } from "../codec/codec.ts";
import type { Origin } from "../ledger/units.ts";
import { fullness, PART_KEYS, type PartKey } from "./extras.ts";
import type { DerivedParts, PreparedCase } from "./prepare-case.ts";

/** The metadata of a stored case: court and jurisdiction are ids of reference records. */
export interface CaseFields extends Omit<CaseMetadata, "court" | "jurisdiction" | "volume">, VolumeMention {
  readonly courtId: number | null;
  readonly jurisdictionId: number | null;
}

export interface StoredForm {
  readonly origin: Origin;
  readonly data: Uint8Array | null;
}

export interface StoredCase {
  readonly metadata: CaseFields;
  readonly origin: Origin;
  /** Origins of the parts that do not come from `origin`. */
  readonly partOrigins: Partial<Record<PartKey, Origin>>;
  readonly forms: ReadonlyMap<BodyForm, StoredForm>;
  readonly hashDiffers: boolean;
  /** Whether a value of its row was damaged in the file. */
  readonly isDamaged: boolean;
  /** What a parser has made of a new case besides its body; null: it has to be made. */
  readonly derived: DerivedParts | null;
}

/** Returns the stamp by which the age of a contribution is compared: with release and hash of the unit's archive. */
type StampOf = (origin: Origin) => Stamp;

export function newCase(incoming: PreparedCase, origin: Origin): StoredCase {
  return {
    metadata: fieldsOf(incoming.record),
    origin,
    partOrigins: {},
    forms: new Map(incoming.forms.map(({ form, data }) => [form, { origin, data }])),
    hashDiffers: incoming.hashDiffers,
    isDamaged: false,
    derived: incoming.derived,
  };
}

/**
 * Merges `incoming` into `stored`. Ties go to `incoming`.
 *
 * @param from origin of `incoming`, with the stamp of the archive being imported: it may be newer than the archive that the
 *   unit was last completely imported from
 */
export function mergeCase(
  stored: StoredCase,
  incoming: PreparedCase,
  from: { readonly origin: Origin; readonly stamp: Stamp },
  stampOf: StampOf,
): StoredCase {
  const { origin, stamp } = from;
  const isNewer = (storedOrigin: Origin): boolean => compareRecency(stamp, stampOf(storedOrigin)) >= 0;
  // a newer set of CourtListener replaces all parts: its tables have each part of a case, not one format of it
  const isOfOlderSet = (storedOrigin: Origin): boolean =>
    stamp.precedence === 0 && stampOf(storedOrigin).precedence === 0 && isNewer(storedOrigin);
  // what a unit contributed to a damaged row is replaced by its next contribution, whatever the damaged values say
  const replaces = (storedOrigin: Origin): boolean =>
    (stored.isDamaged && storedOrigin.unitId === origin.unitId) || isOfOlderSet(storedOrigin);
  const wins = replaces(stored.origin) || isNewer(stored.origin);
  const fields = fieldsOf(incoming.record);
  const winner = wins ? origin : stored.origin;
  const parts: Partial<Record<PartKey, CaseFields[PartKey]>> = {};
  const partOrigins: Partial<Record<PartKey, Origin>> = {};
  for (const key of PART_KEYS) {
    const partOrigin = stored.partOrigins[key] ?? stored.origin;
    const [here, there] = [fullness(fields[key]), fullness(stored.metadata[key])];
    const isFuller = here === there ? isNewer(partOrigin) : here > there && !(key === "provenance" && !wins);
    // `provenance` says where the text comes from, which is now from another source
    const isOtherSource = key === "provenance" && stampOf(partOrigin).precedence < stamp.precedence;
    const isAccepted = replaces(partOrigin) || isFuller || isOtherSource;
    parts[key] = (isAccepted ? fields : stored.metadata)[key];
    const keyOrigin = isAccepted ? origin : partOrigin;
    if (!isSameOrigin(keyOrigin, winner)) partOrigins[key] = keyOrigin;
  }
  const bodyWins = [...stored.forms.values()].every((form) => isNewer(form.origin));
  const forms = mergeForms(stored.forms, incoming.forms, from, stampOf, isOfOlderSet);
  const isTextOfOther = [...forms.values()].some(
    (form) => stampOf(form.origin).precedence > stampOf(partOrigins.courtlistener ?? winner).precedence,
  );
  if (isTextOfOther) parts.courtlistener = withoutText(parts.courtlistener);
  return {
    // each part has the type of its key
    metadata: { ...(wins ? fields : stored.metadata), ...(parts as Pick<CaseFields, PartKey>) },
    origin: winner,
    partOrigins,
    forms,
    hashDiffers: bodyWins && incoming.forms.length > 0 ? incoming.hashDiffers : stored.hashDiffers,
    isDamaged: stored.isDamaged && !wins,
    derived: null,
  };
}

/** A case without the parts of a unit that no longer has it. */
export function withoutUnit(stored: StoredCase, unitId: number): StoredCase {
  const isGone = (origin: Origin | undefined): boolean =>
    origin?.unitId === unitId && stored.origin.unitId !== unitId;
  const gone = PART_KEYS.filter((key) => isGone(stored.partOrigins[key]));
  const origins = Object.entries(stored.partOrigins).filter(([, origin]) => !isGone(origin));
  return {
    ...stored,
    metadata: { ...stored.metadata, ...Object.fromEntries(gone.map((key) => [key, null])) },
    partOrigins: Object.fromEntries(origins),
    forms: new Map([...stored.forms].filter(([, form]) => !isGone(form.origin))),
    derived: null,
  };
}

/** A case whose parts of one unit are assigned to another, so that the next record of that unit replaces them. */
export function assignUnit(stored: StoredCase, from: number, to: number): StoredCase {
  const moved = <T extends Origin | undefined>(origin: T): T =>
    origin?.unitId === from ? { ...origin, unitId: to } : origin;
  const origins = Object.entries(stored.partOrigins).map(([key, origin]) => [key, moved(origin)]);
  return {
    ...stored,
    origin: moved(stored.origin),
    partOrigins: Object.fromEntries(origins),
    forms: new Map([...stored.forms].map(([name, form]) => [name, { ...form, origin: moved(form.origin) }])),
    derived: null,
  };
}

/** Removes `text_from` from what CourtListener has of a case, because the text is from another source. */
function withoutText(facts: CaseFields[PartKey] | undefined): CaseFields[PartKey] {
  if (!isJsonObject(facts)) return facts ?? null;
  const { text_from: _text, ...rest } = facts;
  return rest;
}

/** The forms of the highest precedence, each from the newest contribution. */
function mergeForms(
  stored: StoredCase["forms"],
  incoming: PreparedCase["forms"],
  { origin, stamp }: { readonly origin: Origin; readonly stamp: Stamp },
  stampOf: StampOf,
  isOfOlderSet: (storedOrigin: Origin) => boolean,
): Map<BodyForm, StoredForm> {
  const forms = new Map(stored);
  const precedenceOf = (storedOrigin: Origin): number => stampOf(storedOrigin).precedence;
  if (
    incoming.length === 0 ||
    [...stored.values()].some((form) => precedenceOf(form.origin) > stamp.precedence)
  )
    return forms;
  for (const [form, { origin: storedOrigin }] of stored)
    if (precedenceOf(storedOrigin) < stamp.precedence || isOfOlderSet(storedOrigin)) forms.delete(form);
  for (const { form, data } of incoming) {
    const former = forms.get(form);
    if (former === undefined || compareRecency(stamp, stampOf(former.origin)) >= 0)
      forms.set(form, { origin, data });
  }
  return forms;
}

export function isSameCase(a: StoredCase, b: StoredCase, unpack: Unpack): boolean {
  if (canonicalJson(a.metadata) !== canonicalJson(b.metadata)) return false;
  if (a.forms.size !== b.forms.size) return false;
  return [...a.forms].every(([form, formA]) => {
    const formB = b.forms.get(form);
    return formB !== undefined && isSameData(formA.data, formB.data, unpack);
  });
}

/** Whether two states come from the same contributions. If their content is the same too, nothing must be written. */
export function hasSameOrigins(a: StoredCase, b: StoredCase): boolean {
  return (
    isSameOrigin(a.origin, b.origin) &&
    canonicalJson(a.partOrigins) === canonicalJson(b.partOrigins) &&
    [...a.forms].every(([form, stored]) => isSameOrigin(stored.origin, b.forms.get(form)?.origin ?? null))
  );
}

/**
 * The form that is indexed and from which `text` is made (docs/formats.md, "Forms and formats of a body"): the source's text
 * object, unless the XML is from a later release. Null without a body.
 */
export function servingForm(forms: ReadonlyMap<BodyForm, StoredForm>, stampOf: StampOf): BodyForm | null {
  return newerForm(forms, "text", stampOf) ?? (forms.has("html") ? "html" : null);
}

/** The stored form that an indexed form is read from: a text form without data equals what the HTML form gives. */
export function sourceForm(forms: StoredCase["forms"], indexed: BodyForm): BodyForm {
  return indexed === "text" && forms.get("text")?.data === null ? "html" : indexed;
}

/** The form from which `html` is made: the static site's file, unless the XML is from a later release. */
export function htmlForm(forms: ReadonlyMap<BodyForm, StoredForm>, stampOf: StampOf): "html" | "xml" | null {
  return newerForm(forms, "html", stampOf);
}

/** The form of this name, unless there is only the XML, or the XML is from a later release. */
function newerForm<T extends "text" | "html">(
  forms: ReadonlyMap<BodyForm, StoredForm>,
  form: T,
  stampOf: StampOf,
): T | "xml" | null {
  const [stored, xml] = [forms.get(form), forms.get("xml")];
  if (xml === undefined) return stored === undefined ? null : form;
  return stored === undefined || isLater(stampOf(xml.origin), stampOf(stored.origin)) ? "xml" : form;
}

/** As `compareRecency`, but archives of one release have the same age whatever their hashes. */
function isLater(a: Stamp, b: Stamp): boolean {
  const sameHash = { sha256: "" };
  return (
    compareRecency({ ...a, ...sameHash }, { ...b, ...sameHash }) > 0 &&
    compareRelease(a.release, b.release) >= 0
  );
}

function fieldsOf(record: CaseMetadata): CaseFields {
  const { court, jurisdiction, volume, ...rest } = record;
  return { ...rest, ...volume, courtId: court?.id ?? null, jurisdictionId: jurisdiction?.id ?? null };
}

function isSameOrigin(a: Origin, b: Origin | null): boolean {
  return b !== null && a.unitId === b.unitId && a.lastUpdated === b.lastUpdated;
}

function isSameData(a: Uint8Array | null, b: Uint8Array | null, unpack: Unpack): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a, b) === 0 || unpack(a) === unpack(b);
}
