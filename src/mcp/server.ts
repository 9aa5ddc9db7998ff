/** A server of the Model Context Protocol with the tools of this folder; every tool only reads. */
import { McpServer } from "@modelcontextprotocol/server";
import { programVersion } from "../files/program-version.ts";
import { TOOL_NAMES, type ToolName } from "./run-tool.ts";
import { SCHEMAS } from "./schemas.ts";

/** The result of a tool, or why it failed. */
export type ToolAnswer = { readonly result: Record<string, unknown> } | { readonly failure: string };

/** Runs a tool elsewhere, so that a slow one does not keep the others waiting. */
export type AskTool = (name: ToolName, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>;

const INSTRUCTIONS =
  "American case law on this machine. Find cases, read them, follow citations; check what you write with check_text. Cite only what you have read.";

export function makeMcpServer(ask: AskTool): McpServer {
  const server = new McpServer(
    { name: "caselaw", version: programVersion() },
    { instructions: INSTRUCTIONS },
  );
  for (const name of TOOL_NAMES) {
    const { title, description, input, output } = SCHEMAS[name];
    const config = {
      ...{ title, description, inputSchema: input, outputSchema: output },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    };
    server.registerTool(name, config, async (given, { mcpReq }) => {
      const answer = await ask(name, given, mcpReq.signal);
      if ("failure" in answer) return { isError: true, content: [{ type: "text", text: answer.failure }] };
      const { result } = answer;
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    });
  }
  return server;
}
