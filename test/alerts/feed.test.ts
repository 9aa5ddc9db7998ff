/** Feeds as RFC 4287 describes them. */
import fc from "fast-check";
import sax from "sax";
import { expect, test } from "vitest";
import { type Alert, type FeedEntry, uuidOf } from "../../src/alerts/alert.ts";
import { atomOf, DELIVERED_CASES, newestEntries } from "../../src/alerts/delivery.ts";

const ALERT: Alert = {
  name: "gold",
  id: "3b241101-e2bb-4255-8caf-4136c566a962",
  question: [["search", "gold"]],
  reports: "new",
  webhook: null,
  hasFeed: true,
  mark: { corpus: "c", change: 0, row: null },
  markedAt: "2026-01-01T00:00:00.000Z",
  seen: [],
  entries: [],
};

function entry(key: string, more: Partial<FeedEntry> = {}): FeedEntry {
  const usual = {
    kind: "new",
    title: "t",
    summary: "s",
    path: "/cases/1/",
    updated: "2026-01-02T00:00:00.000Z",
  };
  return { key, ...usual, ...more } as FeedEntry;
}

interface Element {
  readonly path: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  text: string;
}

/** Parses XML strictly: the elements in order, each with the names of those around it. */
function parse(xml: string): Element[] {
  const found: Element[] = [];
  const open: Element[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { path: [open.at(-1)?.path ?? [], name].flat().join("/"), attributes, text: "" };
    found.push(element);
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.ontext = (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  };
  parser.write(xml).close();
  return found;
}

test("a feed has what RFC 4287 requires of feeds and entries, with any text in it", () => {
  const text = fc.string({ unit: "binary", maxLength: 20 });
  const hostile = fc.oneof(text, fc.constantFrom("]]>", "<script>", "\"&'", "\0\u001b\ud800\uffff", "<!--"));
  const entries = fc.array(fc.tuple(hostile, hostile, fc.constantFrom("new", "changed", "note")), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(entries, hostile, (given, search) => {
      const made = given.map(([title, summary, kind], at) =>
        entry(`case ${at}`, { title, summary, kind: kind as FeedEntry["kind"] }),
      );
      const elements = parse(
        atomOf({ ...ALERT, question: [["search", search]], entries: made }, "https://x.org/a&b"),
      );
      const at = (path: string): Element[] => elements.filter((one) => one.path === path);
      expect(at("feed")[0]?.attributes).toEqual({ xmlns: "http://www.w3.org/2005/Atom" });
      for (const name of ["id", "title", "updated", "author"]) expect(at(`feed/${name}`)).toHaveLength(1);
      expect(at("feed/link").map(({ attributes }) => attributes.rel)).toEqual(["self", "alternate"]);
      expect(at("feed/link")[0]?.attributes.href).toBe("https://x.org/a&b/alerts/gold.atom");
      for (const name of ["id", "title", "updated", "summary", "link", "category"])
        expect(at(`feed/entry/${name}`)).toHaveLength(given.length);
      for (const [nth, [title]] of given.entries())
        if (/^[\x20-\x7e]*$/.test(title)) expect(at("feed/entry/title")[nth]?.text).toBe(title);
      const ids = [...at("feed/id"), ...at("feed/entry/id")].map((one) => one.text);
      expect(new Set(ids).size).toBe(given.length + 1);
      for (const id of ids) expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }),
  );
});

test("the ids of entries stay the same, whatever the address of the service is", () => {
  expect(uuidOf(ALERT.id, "case 1")).not.toBe(uuidOf(ALERT.id, "case 2"));
  const [a, b] = ["https://a.org", "https://b.org"].map((url) =>
    parse(atomOf({ ...ALERT, entries: [entry("k")] }, url)).find(({ path }) => path === "feed/entry/id"),
  );
  expect(a?.text).toBe(b?.text);
  expect(uuidOf(ALERT.id, "k")[14]).toBe("8");
});

test("the newest entries are kept, one for each case", () => {
  const older = Array.from({ length: DELIVERED_CASES }, (_, at) => entry(`case ${at}`));
  const kept = newestEntries([entry("case 5", { kind: "changed" }), entry("case x")], older);
  expect(kept).toHaveLength(DELIVERED_CASES);
  expect(kept.slice(0, 3).map(({ key }) => key)).toEqual(["case 5", "case x", "case 0"]);
  expect(kept.filter(({ key }) => key === "case 5")).toHaveLength(1);
});
