/** Fields of a Table Schema, from a column's meaning. */
import type { RecordField } from "../../v1/record-definitions.ts";
import { CASE_MEANINGS, type Meaning } from "./case-meanings.ts";
import { TABLE_MEANINGS } from "./table-meanings.ts";

export type Type = "integer" | "string" | "boolean" | "array" | "object" | "date" | "any";

/** A field (https://specs.frictionlessdata.io/table-schema/), with properties of our own after `description`. */
export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  /** `publisher`: as the publisher wrote it; `caselaw`: computed by this program. */
  readonly source: string;
  /** When it is null or missing. */
  readonly null: string;
  readonly unit?: string;
  readonly caveats?: string;
  /** The key in the interface's record. */
  readonly path?: string;
  /** The type in the file. */
  readonly physicalType?: string;
  readonly constraints?: { readonly required: true };
  /** Of an object, or of each item of a list. */
  readonly fields?: readonly Field[];
}

/** A resource (https://specs.frictionlessdata.io/data-resource/). */
export interface Table {
  readonly name: string;
  readonly path: string | readonly string[];
  readonly description: string;
  readonly format: string;
  readonly mediatype: string;
  readonly encoding?: string;
  readonly dialect?: Readonly<Record<string, string | boolean>>;
  readonly schema: {
    readonly fields: readonly Field[];
    readonly primaryKey?: readonly string[];
    readonly missingValues?: readonly string[];
    /** `superset`: a record may lack some of the fields. */
    readonly fieldsMatch?: "superset";
  };
}

export function fieldOf(
  name: string,
  type: Type,
  { means, isNull, from, unit, caveats, path }: Meaning,
  more: Pick<Field, "physicalType" | "fields"> = {},
): Field {
  return {
    ...{ name, type, description: means, source: from ?? "publisher", null: isNull ?? "never" },
    ...(unit === undefined ? {} : { unit }),
    ...(caveats === undefined ? {} : { caveats }),
    ...(path === undefined || path === name ? {} : { path }),
    ...more,
    ...(isNull === undefined ? { constraints: { required: true } } : {}),
  };
}

/** Parts of the record that no table has. */
const RECORD_MEANINGS: Readonly<Record<string, Meaning>> = {
  casebody: { means: "The body: status and data" },
  "casebody.data": { means: "The body in the requested format", isNull: "status is not ok" },
  "notes.fault": { means: "The fault, as docs/data-notes.md names it", from: "caselaw" },
  "notes.text": { means: "What is known to be wrong", from: "caselaw" },
  "notes.source": { means: "Where that is known from", from: "caselaw" },
};

/** The fields of a record of cases, with those of its parts. */
export function nestedFields(fields: readonly RecordField[], above = ""): Field[] {
  return fields.map(({ name, type, isNullable, isOptional, fields: parts }) => {
    const path = above + name;
    const { path: _path, isNull, ...meaning } = meaningAt(path);
    const isMissing = isOptional ? `${isNull ?? "there is none"}; the key is missing then` : isNull;
    const nested = parts.length === 0 ? {} : { fields: nestedFields(parts, `${path}.`) };
    const found = isNullable || isOptional ? (isMissing ?? "unknown") : undefined;
    return fieldOf(name, type, { ...meaning, ...(found === undefined ? {} : { isNull: found }) }, nested);
  });
}

function meaningAt(path: string): Meaning {
  const [, list = "", item = ""] = /(citations|opinions)\.(\w+)$/.exec(path) ?? [];
  const meaning =
    RECORD_MEANINGS[path] ??
    TABLE_MEANINGS[list]?.[item] ??
    Object.entries(CASE_MEANINGS).find(([name, one]) => (one.path ?? name) === path)?.[1];
  if (meaning === undefined) throw new Error(`no meaning of ${path}`);
  return meaning;
}
