/** Statements on case bodies and credentials. */
import assert from "node:assert/strict";
import {
  answers,
  askRecord,
  asRecord,
  asRecords,
  type Client,
  findCase,
  type Json,
  list,
  Skipped,
  someCases,
  textAt,
} from "./client.ts";
import { each, row, type Statement, statements } from "./statement.ts";

const CONTRACT = 'docs/interface.md, "Access to case bodies"';
const FORMATS = ["text", "html", "xml"] as const;
const PARTS = ["parties", "opinions", "head_matter", "attorneys", "judges", "corrections"];

export const BODIES: readonly Statement[] = [
  ...statements(row(8), {
    "casebody-absent: without full_case=true there is no casebody, whatever body_format says": async (
      client,
    ) => {
      for (const more of [{}, { body_format: "html" }, { full_case: "false", body_format: "xml" }]) {
        const { results } = await list(client, "cases", { page_size: "5", ...more });
        for (const one of results) assert.ok(!("casebody" in one), JSON.stringify(more));
      }
    },
  }),
  ...statements(CONTRACT, {
    ...each(FORMATS, (format) => [
      `casebody-status-${format}: casebody of ${format} is {status, data}: data exactly when ok, and no other status than the contract's`,
      async (client) => {
        for (const one of await someCases(client, { full_case: "true", body_format: format })) {
          const body = asRecord(one.casebody);
          assert.deepEqual(Object.keys(body), ["status", "data"]);
          assert.match(textAt(body, "status"), /^(ok|error_auth_required|error_format_unavailable)$/);
          assert.equal(body.data !== null, body.status === "ok");
          if (asRecord(one.jurisdiction).whitelisted === true) {
            assert.notEqual(body.status, "error_auth_required");
          }
        }
      },
    ]),
  }),
  ...statements(`docs/interface.md, "Casebody data"; ${row(7)}`, {
    "casebody-text: text is parties, opinions of type, author and text, head matter, attorneys, judges, corrections":
      async (client) => {
        const data = asRecord(asRecord((await openCase(client, "text")).casebody).data);
        assert.deepEqual(Object.keys(data), PARTS);
        for (const opinion of asRecords(data.opinions)) {
          assert.deepEqual(Object.keys(opinion), ["type", "author", "text"]);
        }
      },
  }),
  ...statements(row(7), {
    "casebody-text-default: an absent and an empty body_format are text": async (client) => {
      const path = `/v1/cases/${textAt(await openCase(client, "text"), "id")}/?full_case=true`;
      const text = await askRecord(client, `${path}&body_format=text`);
      assert.deepEqual(await askRecord(client, path), text);
      assert.deepEqual(await askRecord(client, `${path}&body_format=`), text);
    },
  }),
  ...statements('docs/interface.md, "Casebody data"', {
    "casebody-html: html is a section of class casebody, the head matter in a section, opinions as articles":
      async (client) => {
        const html = textAt(await openCase(client, "html"), "casebody.data");
        assert.match(html, /^\s*<section[^>]*class="[^"]*casebody/);
        assert.doesNotMatch(html, /<script|\son\w+=|javascript:/i);
      },
    "casebody-xml: xml is a document with the root casebody, its namespace, firstpage and lastpage": async (
      client,
    ) => {
      const xml = textAt(await openCase(client, "xml"), "casebody.data");
      for (const part of [/<casebody[^>]*xmlns=/, /firstpage=/, /lastpage=/, /<\/casebody>\s*$/]) {
        assert.match(xml, part);
      }
    },
  }),
  ...statements(`docs/interface.md, "Access to case bodies"; ${row(4)}`, {
    "casebody-closed: without credentials no form of a closed case is shown, and the listing stays 200":
      async (client) => {
        const one = await closedCase(client);
        const bodies = await Promise.all(
          FORMATS.map(async (format) => (await inFormat(client, one, format)).casebody),
        );
        const isOpen = bodies.every((body) => asRecord(body).status !== "error_auth_required");
        // who names a token says that it is needed; else a service may run open, but then for every format
        if (isOpen && client.token === null) throw new Skipped("the service runs open");
        for (const body of bodies) assert.deepEqual(body, { status: "error_auth_required", data: null });
      },
  }),
  ...statements(row(5), {
    "token-good: a good token opens a closed case": async (client) => {
      if (client.token === null) throw new Skipped("no --token");
      const id = textAt(await closedCase(client), "id");
      const headers = { Authorization: `Token ${client.token}` };
      const one = await askRecord(client, `/v1/cases/${id}/?full_case=true`, { headers });
      assert.equal(textAt(one, "casebody.status"), "ok");
    },
    "token-wrong: a wrong token is 401 Invalid token. for the whole request": async (client) => {
      const headers = { Authorization: `Token ${"0".repeat(40)}` };
      await answers(client, "/v1/cases/?full_case=true", 401, { detail: "Invalid token." }, { headers });
    },
  }),
  ...statements('docs/formats.md, "Errors, headers and access of the publisher"', {
    "token-other-scheme: any other scheme counts as no credentials": async (client) => {
      const { status } = await client.ask("/v1/cases/", { headers: { Authorization: "Basic eDp5" } });
      assert.equal(status, 200);
    },
  }),
];

/** A case whose body is shown to everyone, in a format that it has. */
function openCase(client: Client, body_format: string): Promise<Json> {
  const isOk = (one: Json): boolean => asRecord(one.casebody).status === "ok";
  return findCase(client, `open case with ${body_format}`, isOk, { full_case: "true", body_format });
}

function closedCase(client: Client): Promise<Json> {
  const isClosed = (one: Json): boolean => asRecord(one.jurisdiction).whitelisted === false;
  return findCase(client, "case of a closed jurisdiction", isClosed);
}

function inFormat(client: Client, one: Json, format: string): Promise<Json> {
  return askRecord(client, `/v1/cases/${textAt(one, "id")}/?full_case=true&body_format=${format}`);
}
