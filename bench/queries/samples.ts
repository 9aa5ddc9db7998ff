/** Words, names, citations and courts of a corpus to ask for, by how common they are; found in the corpus itself. */
import Database from "better-sqlite3";
import { tokenOf } from "../../src/text/analyzer.ts";

export interface Samples {
  readonly cases: number;
  /** From the commonest on. */
  readonly common: readonly string[];
  /** Two of the common words side by side, with their quotes, from the commonest on. */
  readonly phrases: readonly string[];
  /** In about one case in twenty. */
  readonly usual: readonly string[];
  /** In a handful of cases. */
  readonly rare: readonly string[];
  /** Parts of names, five letters and more. */
  readonly names: readonly string[];
  readonly cites: readonly string[];
  readonly courts: readonly string[];
  /** Slugs, the one with most cases first. */
  readonly jurisdictions: readonly string[];
  readonly jurisdictionIds: readonly number[];
}

const TERMS = `
  SELECT term, doc
    FROM temp.terms
   WHERE term GLOB '[a-z][a-z][a-z]*' AND NOT term GLOB '*[^a-z]*'
   ORDER BY doc DESC
`;
/** Spread over the whole corpus, the same ones in every run. */
const SPREAD = "abs(c.id * 2654435761 % 1000003)";
const CASES = `
  SELECT c.name_abbreviation AS name, (SELECT cite FROM citation WHERE case_id = c.id LIMIT 1) AS cite
    FROM court_case AS c
   ORDER BY ${SPREAD}
   LIMIT 400
`;
const COURTS = `
  SELECT court.slug
    FROM court_case AS c
    JOIN court ON court.id = c.court_id
   GROUP BY court.id
   ORDER BY count(*) DESC
`;
const JURISDICTIONS = `
  SELECT j.id, j.slug
    FROM court_case AS c
    JOIN jurisdiction AS j ON j.id = c.jurisdiction_id
   GROUP BY j.id
   ORDER BY count(*) DESC
`;
const SAMPLED_WORDS = 200;

export function readSamples(path: string): Samples {
  const db = new Database(path, { readonly: true });
  const cases = Number(db.prepare("SELECT count(*) FROM court_case").pluck().get());
  const terms = readTerms(db);
  const around = (share: number): string[] => {
    const at = terms.findIndex(({ doc }) => doc <= share * cases);
    // where no word is so rare, the rarest
    const from = at === -1 ? Math.max(terms.length - SAMPLED_WORDS, 0) : at;
    return terms.slice(from, from + SAMPLED_WORDS).map(({ term }) => term);
  };
  const found = db.prepare<[], { name: string; cite: string | null }>(CASES).all();
  const jurisdictions = db.prepare<[], { id: number; slug: string }>(JURISDICTIONS).all();
  const common = terms.slice(0, 8).map(({ term }) => term);
  const samples = {
    cases,
    common,
    phrases: readPhrases(db, common),
    usual: around(0.05),
    rare: around(Math.max(10 / cases, 0.00003)),
    names: found.flatMap(({ name }) => /\p{L}{5,}/u.exec(name)?.[0] ?? []),
    cites: found.flatMap(({ cite }) => cite ?? []),
    courts: db.prepare<[], string>(COURTS).pluck().all(),
    jurisdictions: jurisdictions.map(({ slug }) => slug),
    jurisdictionIds: jurisdictions.map(({ id }) => id),
  };
  db.close();
  return samples;
}

/** Tokens that are words too, so that asking for one finds it, the commonest first. */
function readTerms(db: Database.Database): { readonly term: string; readonly doc: number }[] {
  db.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, case_words, row)");
  const terms = db.prepare<[], { term: string; doc: number }>(TERMS).all();
  return terms.filter(({ term }) => tokenOf(term) === term);
}

function readPhrases(db: Database.Database, words: readonly string[]): string[] {
  const count = db
    .prepare<[string], number>("SELECT count(*) FROM case_words WHERE case_words MATCH ?")
    .pluck();
  const pairs = words.flatMap((first) => words.map((second) => `"${first} ${second}"`));
  const counted = pairs.map((phrase) => ({ phrase, cases: count.get(phrase) ?? 0 }));
  return counted
    .sort((a, b) => b.cases - a.cases)
    .slice(0, words.length)
    .map(({ phrase }) => phrase);
}

/** The n-th sample, from the start again after the last. */
export function at(list: readonly string[], nth: number): string {
  return list[nth % list.length] ?? "court";
}
