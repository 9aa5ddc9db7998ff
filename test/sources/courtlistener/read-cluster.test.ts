/** A decision of CourtListener becomes a record. */
import { expect, test } from "vitest";
import { clusterOf } from "../../../src/domain/case-id.ts";
import {
  harvardCaseOf,
  type Row,
  readCluster,
  type StagedCluster,
} from "../../../src/sources/courtlistener/read-cluster.ts";

const COURT: StagedCluster["court"] = {
  court: {
    id: 9009,
    slug: null,
    name: "Supreme Court",
    nameAbbreviation: "U.S.",
    jurisdictionId: 39,
    jurisdictionSlug: "us",
  },
  jurisdiction: null,
  isKnown: false,
};

function staged(cluster: Row, more: Partial<StagedCluster> = {}): StagedCluster {
  return {
    cluster: {
      id: "7",
      date_filed: "2024-06-03",
      case_name: "Roe v. Mill",
      precedential_status: "In-chambers",
      ...cluster,
    },
    ...{
      court: COURT,
      docketNumber: "23-1",
      citations: [],
      opinions: [],
      hasText: true,
      caseId: null,
      clusterIds: [7],
      parentheticals: [],
    },
    ...more,
  };
}

const cite = (type: string, volume: string, reporter: string, page: string): Row => ({
  type,
  volume,
  reporter,
  page,
});

test.each([
  ["law.free.cap.wis-2d.369/658.6776082.json", 6776082],
  ["/data/law.free.cap.us.1/5.12.json", 12],
  ["law.free.cap.wis-2d.369/658.json", null],
  ["law.free.cap.us.1/5.0.json", null],
  ["", null],
])("the path %s names case %s", (path, id) => {
  expect(harvardCaseOf({ filepath_json_harvard: path })).toBe(id);
});

test.each([
  [9_000_000_000_007, 7],
  [7, null],
  [9_000_000_000_000, null],
  [2 ** 52 + 5, null],
])("case %s is cluster %s", (id, cluster) => {
  expect(clusterOf(id)).toBe(cluster);
});

test("the official citation is the first of the highest kind; vendors' numbers are marked", () => {
  const { citations, firstPage, volume } = readCluster(
    staged(
      {},
      {
        citations: [
          cite("6", "2024", "U.S. LEXIS", "9"),
          cite("3", "144", "S. Ct.", "3"),
          cite("1", "602", "U.S.", "7"),
        ],
      },
    ),
  );
  expect(citations).toEqual([
    { type: "official", cite: "602 U.S. 7" },
    { type: "parallel", cite: "144 S. Ct. 3" },
    { type: "vendor", cite: "2024 U.S. LEXIS 9" },
  ]);
  expect({ firstPage, volume }).toMatchObject({
    firstPage: "7",
    volume: { volumeNumber: "602", reporterName: "U.S." },
  });
  expect(readCluster(staged({}, { citations: [cite("3", "9", "P.3d", "3")] })).citations).toEqual([
    { type: "official", cite: "9 P.3d 3" },
  ]);
});

test("of an approximate date only the year is known", () => {
  expect(readCluster(staged({ date_filed_is_approximate: "t" })).decisionDate).toBe("2024");
  expect(readCluster(staged({ date_filed_is_approximate: "f" })).decisionDate).toBe("2024-06-03");
});

test("the text of an opinion is the first field that has one", () => {
  const opinions = [
    { id: "1", type: "020lead", html: "<p>HTML</p>", plain_text: "plain", author_str: "Kagan" },
    { id: "2", type: "040dissent", html: "<pre> </pre>", plain_text: "dissent" },
    { id: "3", type: "030concurrence" },
    { id: "4", type: "015unamimous", html: "<p>all</p>", per_curiam: "t" },
  ];
  const { body, courtlistener } = readCluster(staged({}, { opinions }));
  expect(body).toMatchObject({
    form: "opinions",
    decision: {
      opinions: [
        { type: "majority", author: "Kagan", form: "markup", text: "<p>HTML</p>" },
        { type: "dissent", author: null, form: "plain text", text: "dissent" },
        { type: "unanimous", author: "Per Curiam" },
      ],
    },
  });
  expect(courtlistener).toMatchObject({
    text_from: "pdf",
    precedential_status: "in-chambers",
    cluster_ids: [7],
  });
});

test("a case of another source without its text here has no body", () => {
  expect(readCluster(staged({}, { caseId: 12, hasText: false }))).toMatchObject({
    id: 12,
    body: { form: "none" },
  });
});

test("the pages are those of the report that the marks of the text are of", () => {
  const citations = [cite("2", "8", "Mass.", "8"), cite("3", "9", "N.E.2d", "300")];
  const pagesIn = (html: string) => {
    const { firstPage, lastPage, volume } = readCluster(
      staged({}, { citations, opinions: [{ id: "1", html }] }),
    );
    return [volume.reporterName, firstPage, lastPage];
  };
  expect(pagesIn("<p>no marks</p>")).toEqual(["Mass.", "8", ""]);
  const star = (page: string) => `<span class="star-pagination">${page}</span>`;
  expect(pagesIn(`a ${star("*301")} b ${star("*302")} c`)).toEqual(["N.E.2d", "300", "302"]);
  expect(pagesIn('a <page-number citation-index="1" label="9">*9</page-number> b')).toEqual([
    "Mass.",
    "8",
    "9",
  ]);
  expect(pagesIn(`a ${star("*77")} b`)).toEqual(["Mass.", "", ""]);
  expect(readCluster(staged({}, { citations: [cite("7", "2024", "WL", "9")] }))).toMatchObject({
    firstPage: "",
    volume: { volumeNumber: null, reporterName: null },
  });
});
