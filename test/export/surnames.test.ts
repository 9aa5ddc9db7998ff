import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authorSurname, judgeSurnames } from "../../src/export/surnames.ts";

describe("authorSurname", () => {
  test.each([
    ["ANN WALSH BRADLEY, J.", "Bradley"],
    ["MICHAEL J. GABLEMAN, J.", "Gableman"],
    ["N. PATRICK CROOKS, J.", "Crooks"],
    ["CHIEF JUSTICE GRAY,", "Gray"],
    ["DISTRICT JUDGE SWANDAL,", "Swandal"],
    ["Holdom, J.: Holdom, J.:", "Holdom"],
    ["By CHARLTON, Judge.", "Charlton"],
    ["Mr. Justice O'CONNOR", "O'Connor"],
    ["McKENNA, J.", "McKenna"],
    ["MCREYNOLDS, J.", "McReynolds"],
    ["Van Devanter, J.", "Van Devanter"],
    ["VAN DEVANTER, J.", "Van Devanter"],
    ["Smith-Jones, J.", "Smith-Jones"],
    ["JOHN M. HARLAN, Jr., J.", "Harlan"],
    ["GARCÍA, J.", "García"],
    ["Marquette :", "Marquette"],
  ])("of %s is %s", (author, surname) => expect(authorSurname(author)).toBe(surname));

  test.each([
    ["nobody", null],
    ["an empty text", ""],
    ["the court", "BY THE COURT."],
    ["the court in Latin", "Per Curiam:"],
    ["a title alone", "Chief Justice"],
    ["several persons", "Wilson, Justice. Iredell, Justice. Peters, Justice"],
    ["a damaged title", "Iredell, JuJlice. Blair, Jufice. Jay, Chief Jufice."],
    ["a damaged name", "By CHAHTL/TOÜ, Judge."],
    ["a damaged word", "By lAW, Juudge."],
    ["capitals within", "By BEBBtSEN, Judge."],
    ["no vowel", "By MW, Judge."],
  ])("of %s is null", (_what, author) => expect(authorSurname(author)).toBeNull());
});

describe("judgeSurnames", () => {
  test.each([
    [["Before Higginbotham, PJ., Dykman and Bridge, JJ."], ["Higginbotham", "Dykman", "Bridge"]],
    [
      ["Before WILSON and BLAIR, Circuit Justices, and PETERS, District Judge."],
      ["Wilson", "Blair", "Peters"],
    ],
    [
      ["CHIEF JUSTICE GRAY, JUSTICES COTTER and RICE concur.", null, "JUSTICE RICE dissents."],
      ["Gray", "Cotter", "Rice"],
    ],
    [
      ["DISTRICT JUDGE SWANDAL, sitting for JUSTICE MORRIS, joins the Dissent of JUSTICE NELSON."],
      ["Swandal", "Nelson"],
    ],
    [["MICHAEL J. GABLEMAN, J. did not participate in this decision."], []],
    [
      [
        "¶ 127. I am authorized to state that Justices PATIENCE DRAKE ROGGENSACK and MICHAEL J. GABLEMAN join.",
      ],
      ["Roggensack", "Gableman"],
    ],
    [["Present—Wilson, Blair and Peters, Justices."], ["Wilson", "Blair", "Peters"]],
    [["Before ELLSWORTH, Circuit Justice, and S1TGREAVES, District Judge."], ["Ellsworth"]],
    [["[HOPKINSON, J.]."], ["Hopkinson"]],
    [["All the judges concur. Both JUSTICES NELSON and RICE dissent."], ["Nelson", "Rice"]],
    [[null], []],
  ])("of %j are %j", (judges, surnames) => expect(judgeSurnames(judges)).toEqual(surnames));
});

test("any text has surnames or null", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("J.", "J", ",", "de", "Mc", "for", "'")),
        { maxLength: 8 },
      ),
      (parts) => {
        const surname = authorSurname(parts.join(" "));
        expect(surname === null || surname.length > 0).toBe(true);
        expect(judgeSurnames([parts.join(" ")])).not.toContain("");
      },
    ),
  );
});
