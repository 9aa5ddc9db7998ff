/** Asks a service under test; every answer is held against the service's own description. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { describeService } from "../../src/http/openapi/openapi.ts";

const DOCUMENT = describeService("http://127.0.0.1:8000");
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...DOCUMENT, $id: "openapi" });

export interface Checked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; null when it is empty or no JSON. */
  readonly json: Record<string, unknown> | null;
}

export interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** @param address absolute; redirects are not followed */
export async function ask(
  address: string,
  { headers = {}, method = "GET" }: Question = {},
): Promise<Checked> {
  const response = await fetch(address, { headers: { ...headers }, method, redirect: "manual" });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json" && text !== "";
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : null,
  };
  checkAnswer(new URL(address).pathname, answer);
  return answer;
}

/** The headers that every answer has, and a body that the description allows. */
export function checkAnswer(path: string, { status, headers, json }: Checked): void {
  expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(headers.get("vary")).toMatch(/^Accept, Authorization/);
  // what has a policy is a page, which no program of another site may read
  expect(headers.get("access-control-allow-origin")).toBe(
    headers.has("content-security-policy") ? null : "*",
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  const schema = schemaOf(path, String(status));
  if (json === null || schema === null) return;
  const validate = ajv.getSchema(`openapi#${schema}`);
  expect(validate, schema).toBeDefined();
  expect(validate?.(json) ? null : { schema, errors: validate?.errors, json }).toBeNull();
}

/** Where the schema of an answer stands in the description; null for an answer that has none. */
function schemaOf(path: string, status: string): string | null {
  const paths = Object.keys(valueAt("/paths"));
  const known = paths.find((pattern) => new RegExp(`^${pattern.replace("{key}", "[^/]+")}$`).test(path));
  const general = `/components/responses/${status}`;
  const own = known === undefined ? general : `/paths/${escaped(known)}/get/responses/${status}`;
  const place = "$ref" in valueAt(own) || Object.keys(valueAt(own)).length === 0 ? general : own;
  const schema = `${place}/content/application~1json/schema`;
  return Object.keys(valueAt(schema)).length === 0 ? null : schema;
}

/** The object at a JSON pointer; an empty one where there is nothing. */
function valueAt(pointer: string): object {
  let value: unknown = DOCUMENT;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/");
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return typeof value === "object" && value !== null ? value : {};
}

function escaped(key: string): string {
  return key.replaceAll("/", "~1");
}
