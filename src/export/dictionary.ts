/**
 * `dictionary.json` of an export: its tables and columns as a Data Package (https://specs.frictionlessdata.io), which readers for
 * Python, R and JavaScript know. CSVW describes only CSV. Type, unit, null, source and caveats of each column follow from the
 * definitions of the records (`v1/record-definitions`) and of the columns that a format adds.
 */
import type { RecordField, RecordType } from "../v1/record-definitions.ts";

export const DICTIONARY = "dictionary.json";

type Type = RecordType | "date";

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

/** The columns by which the rows of cases, and those of the other tables of a case, are identified. */
export const ID_KEY: readonly string[] = ["id"];
export const SEQ_KEY: readonly string[] = ["case_id", "seq"];

export function dictionaryOf(resources: readonly Table[]): object {
  return {
    profile: "data-package",
    name: "caselaw-export",
    title: "Cases of the Caselaw Access Project",
    description:
      "Of each field: source says whether its value is as the publisher wrote it or computed by caselaw, null when it is null. manifest.json has the filter, the time and the checksums.",
    homepage: "https://static.case.law",
    resources,
  };
}

/** A table; the key counts if all its columns are there. */
export function tableOf(
  head: Omit<Table, "schema">,
  fields: readonly Field[],
  key: readonly string[],
  missingValues: readonly string[] = [],
): Table {
  const hasKey = key.length > 0 && key.every((name) => fields.some((field) => field.name === name));
  return { ...head, schema: { fields, ...(hasKey ? { primaryKey: key } : {}), missingValues } };
}

export function linesTable(name: string, path: string, description: string, fields: readonly Field[]): Table {
  const format = { format: "jsonl", mediatype: "application/x-ndjson", encoding: "utf-8" };
  return tableOf({ ...{ name, path, description }, ...format }, fields, ID_KEY);
}

/** @param field of a column, or of a record; `path` is the key in the interface's record, if that is not the name */
export function fieldOf(
  { name, type, means, about, isNullable, isOptional, path }: RecordField & { readonly path?: string },
  more: Partial<Pick<Field, "type" | "null" | "physicalType" | "fields">> = {},
): Field {
  const { unit, caveats } = about;
  const isNull = isNullable || isOptional ? (more.null ?? about.isNull ?? "unknown") : "never";
  const { physicalType, fields } = more;
  return {
    ...{ name, type: more.type ?? type, description: means, source: about.from ?? "publisher", null: isNull },
    ...(unit === undefined ? {} : { unit }),
    ...(caveats === undefined ? {} : { caveats }),
    ...(path === undefined || path === name ? {} : { path }),
    ...(physicalType === undefined ? {} : { physicalType }),
    ...(fields === undefined ? {} : { fields }),
    ...(isNull === "never" ? { constraints: { required: true } } : {}),
  };
}

/** The fields of a record, with those of its parts. */
export function nestedFields(fields: readonly RecordField[]): Field[] {
  return fields.map((field) => {
    const isNull = field.isOptional
      ? `${field.about.isNull ?? "there is none"}; the key is missing then`
      : undefined;
    const nested = field.fields.length === 0 ? {} : { fields: nestedFields(field.fields) };
    return fieldOf(field, { ...(isNull === undefined ? {} : { null: isNull }), ...nested });
  });
}
