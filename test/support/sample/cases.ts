/** Makes the cases of a list of volumes, in the order of their decision. */
import type { Citation } from "../../../src/domain/citation.ts";
import { type Body, mapText } from "./body.ts";
import { captionOf } from "./caption.ts";
import { caseSlots } from "./case-slots.ts";
import { type CiteTo, citesOf, linkCites } from "./cites.ts";
import { type Writing, writeHead, writeMajority, writeSeparate } from "./compose.ts";
import { citationsOf, docketOf, idOf, lastUpdatedOf } from "./docket.ts";
import { type Desk, drawSetting, mattersFor, type Place } from "./draw-setting.ts";
import { oddityOf, withOddity } from "./oddities.ts";
import { paginate } from "./paginate.ts";
import { partiesOf } from "./parties.ts";
import { readGeneral, readMatters } from "./prose.ts";
import type { Random } from "./random.ts";
import type { Shelf } from "./reports.ts";
import type { Setting } from "./setting.ts";
import type { Volume } from "./volumes.ts";
import type { Court } from "./world.ts";

export interface SampleCase {
  readonly id: number;
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly decisionDate: string | null;
  readonly docketNumber: string;
  readonly firstPage: string;
  readonly lastPage: string;
  readonly citations: readonly Citation[];
  readonly volume: Volume;
  readonly court: Court;
  readonly body: Body;
  readonly citesTo: readonly CiteTo[];
  readonly lastUpdated: string;
}

export function makeCases(volumes: readonly Volume[], shelf: Shelf, random: Random): SampleCase[] {
  const prose = { matters: readMatters(), general: readGeneral() };
  return volumes.flatMap((volume) =>
    volumeCases(volume, { shelf, prose, random: random.fork(volume.barcode) }),
  );
}

function volumeCases(volume: Volume, desk: Desk): SampleCase[] {
  const deck = mattersFor(volume, desk);
  const made: SampleCase[] = [];
  let page = desk.random.between(1, 40);
  for (let n = 0; n < volume.cases; n++) {
    const oddity = oddityOf(volume, n);
    const firstPage = oddity.samePage ? Number(made.at(-1)?.firstPage ?? page) : page;
    const one = makeCase(
      { ...desk, random: desk.random.fork(`case ${n}`) },
      { volume, n, firstPage, oddity, deck },
    );
    made.push(one);
    page = Math.max(page, Number(one.lastPage) || 0) + desk.random.between(1, 9);
  }
  return made;
}

function makeCase(desk: Desk, place: Place): SampleCase {
  const { volume, n, oddity, firstPage } = place;
  const setting = drawSetting(desk, place);
  const { court, random, year, matter } = setting;
  const writing = writingOf(desk, setting, firstPage);
  const page = oddity.roman ?? String(firstPage);
  const body = layOut(writeBody(writing, page), { desk, place, writing });
  const { name, nameAbbreviation } = { ...writing.caption, ...oddity.title };
  const citations = citationsOf(setting, page);
  const id = idOf(volume, n, court);
  const cite = citations.find(({ type }) => type === "official")?.cite ?? "";
  const { jurisdiction } = court;
  desk.shelf.cases.push({ id, nameAbbreviation, cite, year, jurisdiction, matter: matter.name });
  return {
    ...{ id, name, nameAbbreviation, docketNumber: writing.docketNumber, citations, volume, court, body },
    decisionDate: oddity.date === undefined ? setting.date : oddity.date,
    firstPage: body.firstPage,
    lastPage: body.lastPage,
    citesTo: citesOf(body, desk.shelf),
    lastUpdated: lastUpdatedOf(jurisdiction, random.fork("updated")),
  };
}

/** All that the writer of a case must know. */
function writingOf(desk: Desk, setting: Setting, firstPage: number): Writing {
  const parties = partiesOf(setting);
  const printed = setting.era === "modern" ? citationsOf(setting, String(firstPage)).slice(0, 1) : [];
  return {
    setting,
    general: desk.prose.general,
    parties,
    caption: captionOf(setting, parties),
    slots: caseSlots(desk.shelf, setting, parties, firstPage),
    docketNumber: docketOf(setting),
    printedCites: printed.map(({ cite }) => cite),
  };
}

function writeBody(writing: Writing, firstPage: string): Body {
  return {
    firstPage,
    lastPage: "",
    head: writeHead(writing),
    opinions: [writeMajority(writing), ...writeSeparate(writing)],
    tail: [],
    corrections: [],
  };
}

/** Makes the body odd where it is to be, sets it in type, and joins its citations to the cases. */
function layOut(body: Body, made: { desk: Desk; place: Place; writing: Writing }): Body {
  const { desk, place, writing } = made;
  const { court, random } = writing.setting;
  const printed = asPrinted(withOddity(body, place.oddity, writing), court);
  const { last, ...laid } = paginate(printed, place.firstPage, random.fork("pages"));
  return linkCites({ ...laid, lastPage: place.oddity.roman ?? String(last) }, desk.shelf);
}

/** Two of the jurisdictions set curly apostrophes, the others straight ones. */
function asPrinted(body: Body, { jurisdiction }: Court): Body {
  const curly = jurisdiction.slug === "frankl" || jurisdiction.slug === "sarat";
  return curly ? mapText(body, (text) => text.replaceAll("'", "’")) : body;
}
