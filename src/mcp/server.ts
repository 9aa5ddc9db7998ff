/** A server of the Model Context Protocol with the tools and resources of this folder; all of them only read. */
import { McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { programVersion } from "../files/program.ts";
import { CASES, type ResourceName } from "./reading-tools.ts";
import type { TaskName } from "./run-tool.ts";
import { SCHEMAS, TOOL_NAMES } from "./schemas.ts";

/** The result of a tool or resource, or why it failed. */
export type ToolAnswer = { readonly result: Record<string, unknown> } | { readonly failure: string };

/** Runs a tool, or reads a resource, elsewhere, so that a slow one does not keep the others waiting. */
export type AskTool = (name: TaskName, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>;

const INSTRUCTIONS =
  "American case law on this machine. Find cases, read them, follow citations; check what you write with check_text. Cite only what you have read.";

export function makeMcpServer(ask: AskTool): McpServer {
  const server = new McpServer(
    { name: "caselaw", version: programVersion() },
    { instructions: INSTRUCTIONS },
  );
  addTools(server, ask);
  addResources(server, ask);
  return server;
}

function addTools(server: McpServer, ask: AskTool): void {
  for (const name of TOOL_NAMES) {
    const { title, description, input, output } = SCHEMAS[name];
    const config = {
      ...{ title, description, inputSchema: input, outputSchema: output },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    };
    server.registerTool(name, config, async (args, { mcpReq }) => {
      const answer = await ask(name, args, mcpReq.signal);
      if ("failure" in answer) return { isError: true, content: [{ type: "text", text: answer.failure }] };
      const { result } = answer;
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    });
  }
}

interface ResourceSchema {
  readonly name: ResourceName;
  readonly template: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json" | "text/plain";
  /** Reads the parts of the address. */
  readonly input: v.GenericSchema;
}

const partOf = (min: number, max: number) =>
  v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(min), v.maxValue(max));
const address = { id: partOf(1, Number.MAX_SAFE_INTEGER) };
const ofPart = { ...address, part: partOf(0, 10_000) };
const text = { name: "part", title: "Text of a case", mimeType: "text/plain" } as const;

export const RESOURCES: readonly ResourceSchema[] = [
  {
    ...{ name: "case", template: `${CASES}{id}`, title: "A case", mimeType: "application/json" },
    description: "Names, citations, court, date, release, and the parts of its text with their SHA-256.",
    input: v.object(address),
  },
  {
    ...{ ...text, template: `${CASES}{id}/parts/{part}`, input: v.object(ofPart) },
    description:
      "Part 0 is the head matter, 1 and up are the opinions. Its citation is in the second content.",
  },
  {
    ...{ ...text, template: `${CASES}{id}/parts/{part}/from/{offset}`, title: "Rest of a text" },
    description: "The text of a part from a character on.",
    input: v.object({ ...ofPart, offset: partOf(0, 1e9) }),
  },
];

/** There are too many cases to list them: a tool gives the id. */
function addResources(server: McpServer, ask: AskTool): void {
  for (const { name, template, input, ...config } of RESOURCES) {
    const pattern = new ResourceTemplate(template, { list: undefined });
    server.registerResource(template, pattern, config, async (uri, variables, { mcpReq }) => {
      const valid = v.safeParse(input, variables);
      if (!valid.success) throw invalid(`Cannot read ${uri.href}: it has a part that is no number`);
      const answer = await ask(name, valid.output, mcpReq.signal);
      if ("failure" in answer) throw invalid(answer.failure);
      return { contents: contentsOf(uri.href, answer.result) };
    });
  }
}

/** The text if there is one, then its other fields as JSON. */
function contentsOf(uri: string, { text, ...head }: Record<string, unknown>) {
  const about = { uri, mimeType: "application/json", text: JSON.stringify(head) };
  return typeof text === "string" ? [{ uri, mimeType: "text/plain", text }, about] : [about];
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
