/** The volumes of the sample, oldest first, so that later cases can cite earlier ones. */
import { COURT, type Court, REPORTER, type Reporter } from "./world.ts";

export interface Volume {
  readonly reporter: Reporter;
  readonly barcode: string;
  readonly number: string;
  readonly courts: readonly Court[];
  /** First and last year of decision. */
  readonly years: readonly [number, number];
  readonly cases: number;
  readonly publisher: string | null;
  readonly nominative: { readonly number: string; readonly name: string } | null;
  /** Folder on the static site; null for what is not there. */
  readonly folder: string | null;
}

/** Reporter, number, barcode, years of decision, cases, courts, publisher, nominative reporter. */
const TABLE = `
  frankl    | 1   | 99044031120017 | 1791-1796 | 15 | frankl                 | Isaiah Colton             | 1 Thorne
  sarat     | 3   | 99044031120934 | 1812-1815 | 14 | sarat                  | Wells & Lathrop           | 3 Wetmore
  frankl    | 7   | 99044031120108 | 1818-1821 | 14 | frankl                 | Isaiah Colton & Son       |
  saratErr  | 2   | NOTALEPH900012 | 1833-1834 | 12 | saratErr               |                           |
  nSylv     | 4   | 99044031121502 | 1835-1836 | 14 | nSylv                  | Gideon Marsh              |
  sarat     | 19  | 99044031121056 | 1843-1844 | 14 | sarat                  | Lathrop, Hale & Co.       |
  frankl    | 23  | 99044031120215 | 1846-1848 | 15 | frankl                 | Colton & Brother          |
  nSylv     | 30  | 99044031121643 | 1869-1870 | 15 | nSylv                  | The State Printer         |
  frankl    | 61  | 99044031120371 | 1877-1877 | 16 | frankl                 | Halloran & Wick           |
  sarat     | 55  | 99044031121189 | 1880-1881 | 14 | sarat                  | Lathrop, Hale & Co.       |
  absar     | 1   | 99044031122005 | 1889-1892 | 15 | absar                  | The Plainsman Press       |
  frankl    | 118 | 99044031120512 | 1909-1910 | 16 | frankl                 | Halloran & Wick           |
  nSylv     | 101 | 99044031121774 | 1914-1915 | 14 | nSylv                  | Bureau of Public Printing |
  absar     | 33  | 99044031122138 | 1921-1922 | 14 | absar                  | The Plainsman Press       |
  sarat     | 142 | 99044031121341 | 1931-1932 | 14 | sarat                  | Commonwealth Law Book Co. |
  border    | 16  | Bord2d_16      | 1958-1959 | 16 | franklApp nSylv nSylvApp | Tri-State Publishing Co. |
  frankl    | 240 | 99044031120698 | 1961-1962 | 15 | frankl                 | Halloran Law Publishers   |
  absar     | 77  | 99044031122294 | 1978-1979 | 15 | absar absarApp         |                           |
  franklApp | 97  | 99044031120883 | 1999-2000 | 14 | franklApp              | Halloran Law Publishers   |
  frankl    | 388 | Frankl_388     | 2008-2009 | 15 | frankl                 | Halloran Law Publishers   |
  absar     | 112 | Absar_112      | 2011-2012 | 15 | absar absarApp         |                           |
`;

/** The static site's: two volumes of one number, the folder of the second is not its number. */
const STATIC_TABLE = `
  saratCircuit | 1 | 99044031129017 | 1856-1858 | 11 | saratCircuit | Wells & Lathrop | | 1
  saratCircuit | 1 | SaratCC_1b     | 1859-1860 | 10 | saratCircuit | Wells & Lathrop | | 1-2
`;

export const VOLUMES: readonly Volume[] = readTable(TABLE);

/** What the static site of the sample holds (docs/formats.md, "Static folders, file names and selection"). */
export const STATIC_VOLUMES: readonly Volume[] = readTable(STATIC_TABLE);

function readTable(table: string): Volume[] {
  const lines = table.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => readRow(line.split("|").map((cell) => cell.trim())));
}

function readRow(cells: readonly string[]): Volume {
  const [reporter = "", number = "", barcode = "", years = "", cases = ""] = cells;
  const [courts = "", publisher = "", nominative = "", folder = ""] = cells.slice(5);
  const [from = 0, to = 0] = years.split("-").map(Number);
  const [nominativeNumber = "", name = ""] = nominative.split(" ");
  return {
    reporter: named(REPORTER, reporter),
    number,
    barcode,
    courts: courts.split(" ").map((court) => named(COURT, court)),
    years: [from, to],
    cases: Number(cases),
    publisher: publisher || null,
    nominative: nominative === "" ? null : { number: nominativeNumber, name },
    folder: folder || null,
  };
}

function named<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = all[name];
  if (found === undefined) throw new Error(`No "${name}" in the sample's world`);
  return found;
}
