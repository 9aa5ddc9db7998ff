/** Statements on case bodies and credentials. */
import assert from "node:assert/strict";
import { askRecord, asRecord, asRecords, type Client, type Json, list, Skipped, textAt } from "./client.ts";
import { findCase, someCases } from "./pick.ts";
import type { Statement } from "./statement.ts";

const CONTRACT = 'docs/interface.md, "Access to case bodies"';
const FORMATS = ["text", "html", "xml"] as const;
const PARTS = ["parties", "opinions", "head_matter", "attorneys", "judges", "corrections"];

export const BODIES: readonly Statement[] = [
  {
    id: "casebody-absent",
    says: "without full_case=true there is no casebody, whatever body_format says",
    from: 'docs/interface.md, "Behaviour by example", row 8',
    check: async (client) => {
      for (const more of [{}, { body_format: "html" }, { full_case: "false", body_format: "xml" }]) {
        const { results } = await list(client, "cases", { page_size: "5", ...more });
        for (const one of results) assert.ok(!("casebody" in one), JSON.stringify(more));
      }
    },
  },
  ...FORMATS.map((format) => ({
    id: `casebody-status-${format}`,
    says: `casebody of ${format} is {status, data}: data exactly when ok, and no other status than the contract's`,
    from: CONTRACT,
    check: async (client: Client) => {
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
  })),
  {
    id: "casebody-text",
    says: "text is parties, opinions of type, author and text, head matter, attorneys, judges, corrections",
    from: 'docs/interface.md, "Casebody data"; docs/interface.md, "Behaviour by example", row 7',
    check: async (client) => {
      const data = asRecord(asRecord((await openCase(client, "text")).casebody).data);
      assert.deepEqual(Object.keys(data), PARTS);
      for (const opinion of asRecords(data.opinions)) {
        assert.deepEqual(Object.keys(opinion), ["type", "author", "text"]);
      }
    },
  },
  {
    id: "casebody-text-default",
    says: "an absent and an empty body_format are text",
    from: 'docs/interface.md, "Behaviour by example", row 7',
    check: async (client) => {
      const path = `/v1/cases/${textAt(await openCase(client, "text"), "id")}/?full_case=true`;
      const text = await askRecord(client, `${path}&body_format=text`);
      assert.deepEqual(await askRecord(client, path), text);
      assert.deepEqual(await askRecord(client, `${path}&body_format=`), text);
    },
  },
  {
    id: "casebody-html",
    says: "html is a section of class casebody, the head matter in a section, opinions as articles",
    from: 'docs/interface.md, "Casebody data"',
    check: async (client) => {
      const html = textAt(await openCase(client, "html"), "casebody.data");
      assert.match(html, /^\s*<section[^>]*class="[^"]*casebody/);
      assert.doesNotMatch(html, /<script|\son\w+=|javascript:/i);
    },
  },
  {
    id: "casebody-xml",
    says: "xml is a document with the root casebody, its namespace, firstpage and lastpage",
    from: 'docs/interface.md, "Casebody data"',
    check: async (client) => {
      const xml = textAt(await openCase(client, "xml"), "casebody.data");
      for (const part of [/<casebody[^>]*xmlns=/, /firstpage=/, /lastpage=/, /<\/casebody>\s*$/]) {
        assert.match(xml, part);
      }
    },
  },
  {
    id: "casebody-closed",
    says: "without credentials no form of a closed case is shown, and the listing stays 200",
    from: 'docs/interface.md, "Access to case bodies"; docs/interface.md, "Behaviour by example", row 4',
    check: async (client) => {
      const one = await closedCase(client);
      const bodies = await Promise.all(
        FORMATS.map(async (format) => (await inFormat(client, one, format)).casebody),
      );
      const isOpen = bodies.every((body) => asRecord(body).status !== "error_auth_required");
      // who names a token says that it is needed; else a service may run open, but then for every format
      if (isOpen && client.token === null) throw new Skipped("the service runs open");
      for (const body of bodies) assert.deepEqual(body, { status: "error_auth_required", data: null });
    },
  },
  {
    id: "token-good",
    says: "a good token opens a closed case",
    from: 'docs/interface.md, "Behaviour by example", row 5',
    check: async (client) => {
      if (client.token === null) throw new Skipped("no --token");
      const id = textAt(await closedCase(client), "id");
      const headers = { Authorization: `Token ${client.token}` };
      const one = await askRecord(client, `/v1/cases/${id}/?full_case=true`, { headers });
      assert.equal(textAt(one, "casebody.status"), "ok");
    },
  },
  {
    id: "token-wrong",
    says: "a wrong token is 401 Invalid token. for the whole request",
    from: 'docs/interface.md, "Behaviour by example", row 5',
    check: async (client) => {
      const headers = { Authorization: `Token ${"0".repeat(40)}` };
      const { status, text } = await client.ask("/v1/cases/?full_case=true", { headers });
      assert.deepEqual(
        { status, body: JSON.parse(text) },
        { status: 401, body: { detail: "Invalid token." } },
      );
    },
  },
  {
    id: "token-other-scheme",
    says: "any other scheme counts as no credentials",
    from: 'docs/formats.md, "Errors, headers and access of the publisher"',
    check: async (client) => {
      const { status } = await client.ask("/v1/cases/", { headers: { Authorization: "Basic eDp5" } });
      assert.equal(status, 200);
    },
  },
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
