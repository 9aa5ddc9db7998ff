/** `caselaw mcp`: the tools of the Model Context Protocol on standard input and output. */
import type { Context, Declare } from "../context.ts";
import { corpusOf } from "../settings/settings.ts";

const EXAMPLES = `
Examples:
  caselaw mcp --db data/caselaw.db
  claude mcp add caselaw -- caselaw mcp --db /home/me/caselaw.db

An assistant starts this command and talks to it over standard input and output. Eight tools, all of which only read: search_cases,
read_case, find_in_case, lookup_citations, citing, check_text, trends, coverage. It ends when standard input has ended and all
requests are answered.`;

/** One is kept for cheap calls. */
const READERS = 2;
const DEADLINE_MS = 30_000;

export const declareMcp: Declare = (command, run) => {
  command.usage("[options]").addHelpText("after", EXAMPLES).action(run(serveTools));
};

async function serveTools({ settings, stdout, stderr }: Context): Promise<undefined> {
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const { LineTransport } = await import("../../mcp/line-transport.ts");
  const { makeMcpServer } = await import("../../mcp/server.ts");
  const { READER_MODULE, ReaderPool } = await import("../../http/readers/reader-pool.ts");
  const { askTools } = await import("../../http/readers/answer-body.ts");
  await using pool = await ReaderPool.open({
    ...{ corpus: corpusOf(settings), readers: READERS, deadlineMs: DEADLINE_MS, readerModule: READER_MODULE },
    onRestart: (reason) => void stderr.write(`caselaw: a reader was started again: ${reason}\n`),
  });
  // an address would lead nowhere: no service runs, unless one is named
  const ask = askTools(pool, { baseUrl: settings.givenBaseUrl ?? "", access: "owner" }, {});
  const transport = new LineTransport(process.stdin, (text) => stdout.write(text));
  const handle = serveStdio(() => makeMcpServer(ask), {
    transport,
    onerror: (error) => void stderr.write(`caselaw: ${error.message}\n`),
  });
  await transport.closed;
  await handle.close();
}
