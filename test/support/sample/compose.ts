/**
 * Writes the opinions and the head matter of a case from the prose of its matter.
 *
 * Every paragraph is finished text with marks (`*em*`, `<<citation>>`, `^footnote^`); the tree is made of them at the end.
 */
import { type BodyOpinion, block, type Part } from "./body.ts";
import type { Caption } from "./caption.ts";
import { fill, type Slots } from "./grammar.ts";
import { MONTHS } from "./names.ts";
import type { Party } from "./parties.ts";
import { type Prose, part } from "./prose.ts";
import type { Setting, Side } from "./setting.ts";

export interface Writing {
  readonly setting: Setting;
  readonly general: Prose;
  readonly parties: Record<Side, Party>;
  readonly caption: Caption;
  readonly slots: Slots;
  readonly docketNumber: string;
  /** Citations beside the official one, as the head matter prints them. */
  readonly printedCites: readonly string[];
}

/** The head matter of a case, above its opinions. */
export function writeHead(writing: Writing): Part[] {
  const { setting, caption, docketNumber } = writing;
  const { era, random, court, bench } = setting;
  const parts = [block("parties", caption.parties)];
  const add = (name: string, text: string) => parts.push(block(name, text));
  if (docketNumber !== "") add("docketnumber", `${docketNumber.replace(/\.$/, "")}.`);
  if (era !== "old" && random.chance(60)) add("court", `${court.name}.`);
  for (const cite of writing.printedCites) add("citation", `${cite}.`);
  for (const [name, text] of dateLines(setting)) add(name, text);
  for (const text of headnotes(writing)) add("headnotes", text);
  if (random.chance(55)) add("summary", pickFilled(writing, `summary ${era}`));
  for (const text of counsel(writing)) add("attorneys", text);
  if (random.chance(era === "modern" ? 20 : 35)) {
    add("judges", `Present: ${bench[0]}, C. J., ${bench[1]}, ${bench[2]} and ${bench[3]}, JJ.`);
  }
  return parts;
}

/** The opinion of the court; its last footnotes follow its last paragraph. */
export function writeMajority(writing: Writing): BodyOpinion {
  const { setting } = writing;
  const { era, random, matter } = setting;
  const paragraphs = setting.random.chance(9) ? memorandum(writing) : fullOpinion(writing);
  const notes = [...part(matter, "notes", random), ...part(writing.general, `notes ${era}`, random)];
  const wanted = random.pick([0, 0, 1, 1, 2, 3]);
  return {
    type: random.chance(4) ? "unanimous" : "majority",
    parts: [
      ...authorParts(writing),
      ...withFootnotes(writing, numbered(setting, paragraphs), random.some(notes, wanted)),
      ...(random.chance(25)
        ? [block("judges", random.pick(["All concur.", "The other Justices concurred."]))]
        : []),
    ],
  };
}

/** A dissent, a concurrence, or none. */
export function writeSeparate(writing: Writing): BodyOpinion[] {
  const { setting, general } = writing;
  const { random, matter, winner, bench } = setting;
  const loser: Side = winner === "plaintiff" ? "defendant" : "plaintiff";
  const own = [`dissent for ${loser}`, "dissent for either"].flatMap((name) => part(matter, name, random));
  const opinion = (type: string, judge: string, texts: readonly string[]): BodyOpinion => {
    const word = type === "dissent" ? "dissenting" : "concurring";
    const author = block("author", `${judge.toUpperCase()}, J., ${word}:`);
    return { type, parts: [author, ...texts.map((text) => block("p", filled(writing, text)))] };
  };
  const [, , third = "", fourth = ""] = bench;
  const separate: BodyOpinion[] = [];
  if (own.length > 0 && random.chance(22)) {
    const [begin, end] = [part(general, "dissent", random), part(general, "dissent end", random)];
    separate.push(opinion("dissent", third, [...begin, ...own, ...end]));
  }
  if (random.chance(9)) separate.push(opinion("concurrence", fourth, part(general, "concurrence", random)));
  if (separate.length === 0 && random.chance(3)) {
    const type = "concurring-in-part-and-dissenting-in-part";
    separate.push(opinion(type, fourth, part(general, "partial", random)));
  }
  return separate;
}

function fullOpinion(writing: Writing): string[] {
  const { setting, general } = writing;
  const { era, random, matter, winner, affirmed } = setting;
  const ending = affirmed ? "affirmed" : "reversed";
  const law = part(matter, "law", random);
  const application = [`${winner} ${ending}`, `${winner} either`].flatMap((name) =>
    part(matter, name, random),
  );
  const practice = random.some(part(general, `practice ${era}`, random), random.between(0, 2));
  return [
    ...part(general, `opening ${era}`, random),
    ...part(matter, "facts", random),
    ...random.some(law, random.between(Math.max(2, law.length - 1), law.length)),
    ...practice,
    ...application,
    ...part(general, `${ending} ${era}`, random),
  ].map((text) => filled(writing, text));
}

function memorandum(writing: Writing): string[] {
  const { era, affirmed, random } = writing.setting;
  const ending = part(writing.general, `${affirmed ? "affirmed" : "reversed"} ${era}`, random);
  const rule = random.some(part(writing.setting.matter, "law", random), 1);
  return [...part(writing.general, `opening ${era}`, random), ...rule, ...ending].map((text) =>
    filled(writing, text),
  );
}

/** Opinions of the newest volume have numbered paragraphs, as many courts' have now. */
function numbered({ volume }: Setting, paragraphs: readonly string[]): string[] {
  if (volume.number !== "388") return [...paragraphs];
  let number = 0;
  return paragraphs.map((text) => (text.startsWith(">") ? text : `¶ ${++number}  ${text}`));
}

function withFootnotes(writing: Writing, paragraphs: readonly string[], notes: readonly string[]): Part[] {
  const { random, era } = writing.setting;
  const signs = era === "old" ? ["*", "†", "‡"] : ["1", "2", "3"];
  const markable = paragraphs.flatMap((text, i) =>
    text.startsWith(">") || i === paragraphs.length - 1 ? [] : [i],
  );
  const marked = random.some(markable, notes.length);
  const labels = signs.slice(0, Math.min(notes.length, marked.length));
  const text = paragraphs.map((paragraph, i) => {
    const label = labels[marked.indexOf(i)];
    return marked.includes(i) && label !== undefined ? `${paragraph}^${label}^` : paragraph;
  });
  const blocks = text.map((paragraph) =>
    paragraph.startsWith("> ") ? block("blockquote", paragraph.slice(2)) : block("p", paragraph),
  );
  const footnotes = labels.map((label, i) => ({
    label,
    blocks: [block("p", filled(writing, notes[i] ?? ""))],
  }));
  return [...blocks, ...footnotes];
}

function authorParts({ setting }: Writing): Part[] {
  const { era, random, bench } = setting;
  const [chief = "", second = ""] = bench;
  const roll = random.below(100);
  if (roll < 10) return [];
  if (roll < 22) return [block("author", random.pick(["PER CURIAM:", "By the Court.", "Per Curiam."]))];
  const judge = roll < 50 ? `${chief.toUpperCase()}, C. J.` : `${second.toUpperCase()}, J.`;
  if (era === "modern" && random.chance(50)) {
    const title = roll < 50 ? `CHIEF JUSTICE ${chief.toUpperCase()}` : `JUSTICE ${second.toUpperCase()}`;
    return [block("author", title), block("p", "delivered the opinion of the court.")];
  }
  return [block("author", era === "old" ? `${judge}` : `${judge}:`)];
}

function headnotes(writing: Writing): string[] {
  const { random, matter, era } = writing.setting;
  const chosen = part(matter, "headnotes", random).slice(0, random.between(1, 3));
  const number = chosen.length > 1 && era !== "old";
  return chosen.map((text, i) => `${number ? `${i + 1}. ` : ""}${filled(writing, text)}`);
}

function counsel(writing: Writing): string[] {
  const { random, era } = writing.setting;
  const names = random.shuffled([
    "Ames",
    "Hollis",
    "Reade",
    "Satterthwaite",
    "Quill",
    "Barnard",
    "Ochoa",
    "Lyle",
    "Dane",
  ]);
  const [a, b, c, d] = names;
  if (random.chance(15)) return [];
  if (era === "old") return [`*${a}* and *${b}*, for the plaintiff.`, `*${c}*, for the defendant.`];
  if (era === "middle") return [`Messrs. ${a} & ${b}, for the plaintiff; Mr. ${c}, for the defendant.`];
  return [
    `${a}, ${b} & ${c}, LLP, by ${random.pick("ABDEFHJKLMRT".split(""))}. ${a}, for the plaintiff.`,
    `${d} Law Office, for the defendant.`,
  ];
}

function dateLines({ date, era, random, year, places }: Setting): [string, string][] {
  if (date === null) return [["otherdate", "Heard in chambers; the date is wanting in the manuscript."]];
  const [, month, day] = date.split("-").map(Number);
  if (month === undefined) return [["decisiondate", `${places("term")} Term, ${year}.`]];
  const name = MONTHS[month - 1] ?? "";
  if (day === undefined) return [["decisiondate", `${name} Term, ${year}.`]];
  const decided: [string, string] = [
    "decisiondate",
    `${era === "old" ? "" : "Decided "}${name} ${day}, ${year}.`,
  ];
  if (era === "old" || month < 3 || random.chance(50)) return [decided];
  return [["otherdate", `Argued ${MONTHS[month - 3]} ${random.between(2, 27)}, ${year}.`], decided];
}

function pickFilled(writing: Writing, name: string): string {
  return part(writing.general, name, writing.setting.random)
    .map((text) => filled(writing, text))
    .join(" ");
}

function filled(writing: Writing, text: string): string {
  return fill(text, writing.slots, writing.setting.random);
}
