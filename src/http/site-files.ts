/** What search engines, assistants and browsers look for at fixed addresses: `robots.txt`, `llms.txt`, `opensearch.xml`. */

import type { FastifyInstance } from "fastify";
import { ICON } from "../pages/assets.ts";
import { markup, OPENSEARCH_PATH, OPENSEARCH_TYPE, rootOf } from "../pages/page.ts";
import { sendText } from "./send-answer.ts";
import { allowsRobots, type ServiceContext } from "./service-context.ts";

export function addSiteFiles(app: FastifyInstance, context: ServiceContext): void {
  const add = (path: string, type: string, textOf: (context: ServiceContext) => string): void => {
    app.get(path, (_request, reply) => sendText(textOf(context), type, reply));
  };
  add("/robots.txt", "text/plain; charset=utf-8", robotsText);
  add("/llms.txt", "text/plain; charset=utf-8", assistantsText);
  add(OPENSEARCH_PATH, `${OPENSEARCH_TYPE}; charset=utf-8`, searchDescription);
}

/** What costs the service much, or is no page. The longest rule counts: pages of a volume are read to their end. */
const NOT_FOR_ROBOTS = [
  "/v1/",
  "/exports/",
  "/check/",
  "/trends/",
  "/*?",
  "/cases/*/similar/",
  "/cases/*/treatment/",
];

export function robotsText(
  context: Pick<ServiceContext, "robots" | "bodies" | "isOnlyForThisMachine" | "baseUrl">,
): string {
  const root = rootOf(context.baseUrl);
  const rules = allowsRobots(context)
    ? [`Allow: ${root}/browse/`, ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${root}${path}`)]
    : ["Disallow: /"];
  return `User-agent: *\n${rules.join("\n")}\n`;
}

/** The form is that of llmstxt.org: a title, a summary, and lists of links. */
function assistantsText({ baseUrl }: Pick<ServiceContext, "baseUrl">): string {
  return `# caselaw

> Decisions of American courts: search them, read them, follow their citations, check a draft. Requests only read.

The collection is incomplete, and this is no citator: that nothing is found does not mean that there is nothing. Cite only what you have
read here.

## For programs

- [Model Context Protocol](${baseUrl}/mcp): eight tools, streamable HTTP, by POST
- [OpenAPI](${baseUrl}/openapi.json): every path and parameter of the JSON interface
- [Collections](${baseUrl}/v1/): cases, courts, jurisdictions, reporters, volumes, citations
- [A citation](${baseUrl}/v1/resolve/?q=410+U.S.+113): the cases that a citation means
- [A search](${baseUrl}/v1/cases/?search=%22mill+dam%22): \`count\`, \`results\`, and the next page in \`next\`
- [Check](${baseUrl}/check/): the citations and quotations of a text, by POST as \`text/plain\`

## To read

- [Search](${baseUrl}/) and [browse](${baseUrl}/browse/)
- A case is \`${baseUrl}/cases/ID/\`, its text \`${baseUrl}/cases/ID.txt\` or \`.md\`, its record \`${baseUrl}/v1/cases/ID/\`
`;
}

function searchDescription({ baseUrl }: Pick<ServiceContext, "baseUrl">): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
${markup`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>caselaw</ShortName>
<Description>Search American case law</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="${ICON.type}">${baseUrl}${ICON.path}</Image>
<Url type="text/html" template="${baseUrl}/?search={searchTerms}"/>
<Url type="${OPENSEARCH_TYPE}" rel="self" template="${baseUrl}${OPENSEARCH_PATH}"/>
</OpenSearchDescription>
`}`;
}
