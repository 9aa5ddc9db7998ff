/** The words that the prose of a case is filled with. */

import { drawnSlots, type Slots } from "./grammar.ts";
import type { Party } from "./parties.ts";
import type { Prose } from "./prose.ts";
import { citingSlots, type Shelf } from "./reports.ts";
import type { Setting, Side } from "./setting.ts";
import { statuteOf } from "./statutes.ts";

/** Names, roles, pronouns, the verdict below, statutes and citations; then places, then what the matter lists. */
export function caseSlots(
  shelf: Shelf,
  setting: Setting,
  parties: Record<Side, Party>,
  firstPage: number,
): Slots {
  const { matter, random, court, year, winner, affirmed, places } = setting;
  const verdictFor = affirmed === (winner === "plaintiff") ? "won" : "lost";
  const loser = winner === "plaintiff" ? "defendant" : "plaintiff";
  const [he, his, him] = parties.plaintiff.pronouns;
  const [dhe, dhis, dhim] = parties.defendant.pronouns;
  const fixed: Record<string, string> = {
    ...{ he, his, him, dhe, dhis, dhim, firstPage: String(firstPage), lastPage: String(firstPage + 1) },
    p: parties.plaintiff.short,
    d: parties.defendant.short,
    appellant: verdictFor === "won" ? "the defendant" : "the plaintiff",
    appellee: verdictFor === "won" ? "the plaintiff" : "the defendant",
    loser: `the ${loser}`,
    verdict: matter.heads.get(verdictFor)?.[0] ?? verdicts(matter, verdictFor),
    dispose: affirmed ? "affirm" : "reverse",
    style: court.jurisdiction.style,
    state: court.jurisdiction.nameLong,
    statute: statuteOf(court.jurisdiction, year, random.fork("statute")),
  };
  const own = drawnSlots(matter.heads, random);
  const citing = citingSlots({ shelf, matter, year, jurisdiction: court.jurisdiction }, random.fork("cites"));
  return (name) => (Object.hasOwn(fixed, name) ? fixed[name] : (citing(name) ?? places(name) ?? own(name)));
}

function verdicts(matter: Prose, outcome: "won" | "lost"): string {
  if (matter.heads.get("parties")?.[0]?.startsWith("state"))
    return "[The jury returned a verdict of guilty|There was a conviction]";
  const side = outcome === "won" ? "plaintiff" : "defendant";
  return `[There was judgment for the ${side}|The ${side} had judgment|Judgment was given for the ${side}]`;
}
