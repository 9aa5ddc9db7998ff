/** What a case is called: the line of its parties, its name and the short name it is cited by. */
import type { Party } from "./parties.ts";
import { head } from "./prose.ts";
import type { Era, Setting, Side } from "./setting.ts";

export interface Caption {
  /** With its marks: `*v. *` is emphasised. */
  readonly parties: string;
  readonly name: string;
  readonly nameAbbreviation: string;
}

const ROLES: Record<Era, readonly (readonly [string, string])[]> = {
  old: [
    ["Plaintiff in Error", "Defendant in Error"],
    ["", ""],
  ],
  middle: [
    ["Appellant", "Respondent"],
    ["", ""],
    ["Plff. in Err.", "Deft. in Err."],
  ],
  modern: [
    ["Appellant", "Appellee"],
    ["Petitioner", "Respondent"],
  ],
};

export function captionOf(setting: Setting, parties: Record<Side, Party>): Caption {
  const { era, random, affirmed, winner, matter } = setting;
  if (head(matter, "parties")?.startsWith("estate")) return estateCaption(setting);
  const appellant: Side = affirmed === (winner === "plaintiff") ? "defendant" : "plaintiff";
  // Some courts put first whoever appeals, others whoever sued.
  const first: Side =
    appellant === "defendant" && (era === "old" || random.chance(25)) ? "defendant" : "plaintiff";
  const second: Side = first === "plaintiff" ? "defendant" : "plaintiff";
  const [up, down] = random.pick(ROLES[era]);
  const versus = era === "old" && random.chance(30) ? "against" : "v.";
  const upper = era === "modern" && random.chance(60);
  const title = (side: Side) => {
    const full = upper ? parties[side].full.toUpperCase() : parties[side].full;
    const role = side === appellant ? up : down;
    return role === "" ? full : `${full}, ${role}`;
  };
  const left = title(first).includes(",") ? `${title(first)},` : title(first);
  const name = `${left} ${versus} ${title(second)}`;
  return {
    parties: `${left} *${versus} *${title(second)}.`.replace("..", "."),
    name,
    nameAbbreviation: `${parties[first].cited} v. ${parties[second].cited}`,
  };
}

function estateCaption({ places, era, random }: Setting): Caption {
  const testator = places("testator") ?? "";
  const last = testator.split(" ").at(-1) ?? "";
  if (era === "modern") {
    const name = `IN RE ESTATE OF ${testator.toUpperCase()}, Deceased`;
    return {
      parties: `*In re *ESTATE OF ${testator.toUpperCase()}, Deceased.`,
      name,
      nameAbbreviation: `In re Estate of ${last}`,
    };
  }
  const of = random.pick(["In the Matter of the Will of", "In the Matter of the Estate of"]);
  return {
    parties: `${of} ${testator}, Deceased.`,
    name: `${of} ${testator}, Deceased`,
    nameAbbreviation: `In re ${last}`,
  };
}
