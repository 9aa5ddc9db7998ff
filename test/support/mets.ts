/** CaseMETS documents as the vendor wrote them, as short as they can be, and bags of them. */
import { createHash } from "node:crypto";
import type { Members } from "./archives.ts";

export interface MetsFixture {
  readonly caseId?: string;
  /** Inside `case`, instead of the made metadata. */
  readonly metadata?: string;
  /** Instead of the made body; null for none. */
  readonly casebody?: string | null;
  /** Words of the made body. */
  readonly text?: string;
}

export const METS_BODY = (text: string): string =>
  `<casebody xmlns="http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1" firstpage="17" lastpage="18">
              <parties pgmap="17" id="b17-10">Taylor v. Sprinkle.</parties>
              <opinion type="majority">
                <p pgmap="17(27) 18(28)" id="b17-12">The mill\u00addam ${text}.<footnotemark>*</footnotemark></p>
              </opinion>
            </casebody>`;

const METADATA = `<court abbreviation="Ill." jurisdiction="Illinois">Illinois Supreme Court</court>
          <name abbreviation="Taylor v. Sprinkle">Jonathan Taylor, Appellant,
            v. Michael Sprinkle &amp; Co.</name>
          <docketnumber>No. 1</docketnumber><docketnumber/>
          <citation category="official" type="bluebook">1 Ill. 17</citation>
          <citation category="parallel" type="bluebook">2 Breese 3</citation>
          <decisiondate>1819-12</decisiondate>`;

export function metsDocument({
  caseId = "32044057891608_0001",
  metadata = METADATA,
  casebody,
  text = "stood",
}: MetsFixture = {}): string {
  const body = casebody === undefined ? METS_BODY(text) : casebody;
  return `<?xml version='1.0' encoding='utf-8'?>
<mets xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.loc.gov/METS/">
  <dmdSec ID="case"><mdWrap MDTYPE="OTHER"><xmlData>
        <case xmlns="http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case:v1" caseid="${caseId}" publicationstatus="published">
          ${metadata}
        </case>
  </xmlData></mdWrap></dmdSec>
  <fileSec><fileGrp USE="casebody"><file ID="casebody_0001"><FContent><xmlData>
            ${body ?? ""}
  </xmlData></FContent></file></fileGrp></fileSec>
  <structMap TYPE="xref"><div><fptr><area BEGIN="b17-10" FILEID="casebody_0001"/></fptr></div></structMap>
</mets>
`;
}

/** The members of a bag of documents by their paths below `data/`. */
export function metsBag(
  documents: Readonly<Record<string, string | Buffer>>,
  { top = "Illinois-20180301-mets", baggingDate = "2018-03-01" } = {},
): Members {
  const paths = Object.entries(documents).map(([name, text]) => [`data/${name}`, Buffer.from(text)] as const);
  const manifest = paths.map(
    ([path, bytes]) => `${createHash("sha512").update(bytes).digest("hex")}  ${path}\n`,
  );
  const members: Members = new Map(paths.map(([path, bytes]) => [`${top}/${path}`, bytes]));
  members.set(`${top}/bagit.txt`, Buffer.from("BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n"));
  members.set(`${top}/bag-info.txt`, Buffer.from(`Bagging-Date: ${baggingDate}\n`));
  members.set(`${top}/manifest-sha512.txt`, Buffer.from(manifest.join("")));
  return members;
}
