/** The fields of a record of the interface, read from its definition (`record-definitions`). */
import { DEFINITIONS } from "../record-definitions.ts";

export type RecordType = "integer" | "string" | "boolean" | "array" | "object" | "any";

export interface RecordField {
  readonly name: string;
  readonly type: RecordType;
  /** May be null. */
  readonly isNullable: boolean;
  /** May be missing. */
  readonly isOptional: boolean;
  /** A list of texts, which can be null. */
  readonly hasTexts: boolean;
  /** Of an object its fields, of a list of objects those of each. */
  readonly fields: readonly RecordField[];
}

/** What a definition consists of, as far as it is read here. */
interface Definition {
  readonly type: string;
  readonly wrapped?: Definition;
  readonly item?: Definition;
  readonly entries?: Readonly<Record<string, Definition>>;
  readonly options?: readonly Definition[];
  readonly pipe?: readonly { readonly type: string }[];
}

const TYPES: Readonly<Record<string, RecordType>> = {
  string: "string",
  literal: "string",
  picklist: "string",
  boolean: "boolean",
  array: "array",
  strict_object: "object",
  loose_object: "object",
  variant: "object",
};

export function recordFields(name: keyof typeof DEFINITIONS): readonly RecordField[] {
  return fieldsOf(DEFINITIONS[name] as Definition);
}

function fieldsOf({ entries, options }: Definition): readonly RecordField[] {
  if (entries !== undefined) return Object.entries(entries).map(([name, one]) => fieldOf(name, one));
  // the alternatives of a variant have the same keys
  const [first] = options ?? [];
  return first === undefined ? [] : fieldsOf(first);
}

function fieldOf(name: string, definition: Definition): RecordField {
  const isOptional = definition.type === "exact_optional";
  const present = isOptional ? (definition.wrapped ?? definition) : definition;
  const isNullable = present.type === "nullable";
  const inner = isNullable ? (present.wrapped ?? present) : present;
  return {
    name,
    type: isInteger(inner) ? "integer" : (TYPES[inner.type] ?? "any"),
    isNullable,
    isOptional,
    hasTexts: inner.type === "array" && fieldsOf(inner.item ?? inner).length === 0 && !isObject(inner.item),
    fields: fieldsOf(inner.item ?? inner),
  };
}

function isObject(item: Definition | undefined): boolean {
  return item !== undefined && TYPES[item.type] === "object";
}

function isInteger({ pipe = [] }: Definition): boolean {
  return pipe.some(({ type }) => type === "integer");
}
