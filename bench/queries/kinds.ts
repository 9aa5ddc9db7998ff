/** The kinds of question that people ask, each as a maker of the n-th question of its kind. */
import { at, type Samples } from "./samples.ts";

export type Question = Readonly<Record<string, string | readonly string[]>>;

export interface Kind {
  readonly name: string;
  /** p99 must not be above. */
  readonly limitMs: 50 | 150;
  readonly ask: (samples: Samples, nth: number) => Question;
}

const BY_DATE = { ordering: "decision_date" };
const NEWEST_FIRST = { ordering: "-decision_date" };

export const KINDS: readonly Kind[] = [
  quick("rare word", (of, nth) => ({ search: at(of.rare, nth) })),
  quick("commonest word, by date", (of, nth) => ({
    search: at(of.common, 0),
    ...BY_DATE,
    ...years(nth, 150),
  })),
  quick("rare word, jurisdiction and dates", (of, nth) => ({ search: at(of.rare, nth), ...within(of, nth) })),
  quick("commonest word, jurisdiction and dates, by date", (of, nth) => ({
    search: at(of.common, 0),
    ...within(of, nth),
    ...BY_DATE,
  })),
  quick("phrase of common words, by date", (of, nth) => ({ search: at(of.phrases, nth), ...BY_DATE })),
  quick("common words within five words, by date", (of, nth) => ({
    search: between(at(of.phrases, nth), "/5"),
    ...BY_DATE,
  })),
  quick("commonest word, newest first", (of, nth) => ({
    search: at(of.common, 0),
    ...NEWEST_FIRST,
    ...years(nth, 150),
  })),
  quick("phrase of common words, newest first", (of, nth) => ({
    search: at(of.phrases, nth),
    ...NEWEST_FIRST,
  })),
  quick("common words within five words, newest first", (of, nth) => ({
    search: between(at(of.phrases, nth), "/5"),
    ...NEWEST_FIRST,
  })),
  quick("prefix of five letters", (of, nth) => ({ search: `${at(of.usual, nth).slice(0, 5)}*` })),
  quick("one word and not another", (of, nth) => ({
    search: `${at(of.usual, nth)} -${at(of.usual, nth + 9)}`,
  })),
  quick("name contains", (of, nth) => ({ name_abbreviation: at(of.names, nth) })),
  quick("citation", (of, nth) => ({ cite: at(of.cites, nth) })),
  quick("court and year", (of, nth) => ({ court: at(of.courts, nth % 6), ...years(nth, 1) })),
  quick("word, facet by jurisdiction", (of, nth) => ({ search: at(of.usual, nth), facet: "jurisdiction" })),
  quick("word, preview", (of, nth) => ({ search: at(of.usual, nth), preview: "true" })),
  quick("page of full cases", (of, nth) => ({ ...within(of, nth), full_case: "true", ...BY_DATE })),
  quick("jurisdiction, by name", (of, nth) => ({
    jurisdiction: at(of.jurisdictions, nth % 5),
    ordering: "name_abbreviation",
  })),
  quick("thirty years, by name", (_of, nth) => ({ ...years(nth, 30), ordering: "name_abbreviation" })),
  quick("jurisdiction, by last_updated", (of, nth) => ({
    jurisdiction: at(of.jurisdictions, nth % 5),
    ordering: "last_updated",
  })),
  quick("jurisdiction, by PageRank", (of, nth) => ({
    jurisdiction: at(of.jurisdictions, nth % 5),
    ordering: "-analysis.pagerank.percentile",
  })),
  quick("word, by PageRank", (of, nth) => ({
    search: at(of.usual, nth),
    ordering: "-analysis.pagerank.percentile",
  })),
  quick("word, high PageRank", (of, nth) => ({
    search: at(of.usual, nth),
    "analysis.pagerank.percentile__gte": "0.95",
  })),
  quick("jurisdiction, number of words", (of, nth) => ({
    jurisdiction: at(of.jurisdictions, nth % 5),
    "analysis.word_count__gte": String(90 + nth),
    "analysis.word_count__lt": String(92 + nth),
  })),
  quick("cites into a court and year", (of, nth) => ({
    cites_to__court: at(of.courts, 6 + (nth % 6)),
    cites_to__decision_date: String(2009 - (nth % 2)),
  })),
  quick("random order within a jurisdiction and dates", (of, nth) => ({
    ...within(of, nth),
    ordering: "random",
  })),
  slow("commonest word, by relevance", (of, nth) => ({ search: at(of.common, nth % 3) })),
  slow("phrase of common words, by relevance", (of, nth) => ({ search: at(of.phrases, nth) })),
  slow("common words in one sentence, by date", (of, nth) => ({
    search: between(at(of.phrases, nth), "/s"),
    ...BY_DATE,
  })),
  slow("common words in one sentence, newest first", (of, nth) => ({
    search: between(at(of.phrases, nth), "/s"),
    ...NEWEST_FIRST,
  })),
  slow("prefix of two letters", (of, nth) => ({ search: `${at(of.common, nth).slice(0, 2)}*` })),
  slow("common words, any of five", (of) => ({ search: of.common.slice(0, 5).join(" | ") })),
  slow("all cases, facets by jurisdiction and year", () => ({ facet: ["jurisdiction", "decision_date"] })),
];

function quick(name: string, ask: Kind["ask"]): Kind {
  return { name, limitMs: 50, ask };
}

function slow(name: string, ask: Kind["ask"]): Kind {
  return { name, limitMs: 150, ask };
}

/** The words of a phrase, which has quotes, with an operator between them. */
function between(phrase: string, operator: "/5" | "/s"): string {
  return phrase.slice(1, -1).replaceAll(" ", ` ${operator} `);
}

/** A jurisdiction and twenty years. */
function within(of: Samples, nth: number): Question {
  return { jurisdiction: at(of.jurisdictions, nth % 5), ...years(nth, 20) };
}

function years(nth: number, count: number): Question {
  const from = 1860 + ((nth * 37) % 150);
  return { decision_date_min: String(from), decision_date_max: String(Math.min(from + count - 1, 2017)) };
}
