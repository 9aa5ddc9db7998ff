/**
 * The peer of the service: a bare node:http handler that reads the rows of a page of cases by id and sends them as
 * JSON. No routes, no validation, no counting, no headers but the needed ones. `node bare-server.ts CORPUS`
 */
import { createServer } from "node:http";
import Database from "better-sqlite3";
import { BareRows, COLUMNS } from "../queries/bare-rows.ts";

const PAGE = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE c.id > :id
   ORDER BY c.id
   LIMIT 100
`;

const db = new Database(process.argv[2], { readonly: true });
db.pragma("mmap_size = 1073741824");
const rows = new BareRows(db);
const server = createServer((request, response) => {
  const id = Number(new URL(request.url ?? "/", "http://localhost").searchParams.get("id"));
  const body = Buffer.from(JSON.stringify({ results: rows.read(PAGE, { id }) }));
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
});
