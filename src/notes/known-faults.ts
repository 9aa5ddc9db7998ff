/**
 * The known faults of the publisher's data. docs/data-notes.md lists the same rows; a test compares them.
 *
 * Each fault has a public source, or was seen in the publisher's files. Nothing in the data is changed because of a fault: a case
 * that has it gets a note (case-notes.ts).
 */

const CAPSTONE = "https://github.com/harvard-lil/capstone";
const COURTLISTENER = "https://github.com/freelawproject/courtlistener";

/** The faults that can be found in the record of a case. */
export const RULES = {
  "misread-year": {
    about:
      "The year of the decision was probably misread: it differs in one digit from other cases of the volume, and by ten years or more from all of them. 265 cases.",
    source: `${CAPSTONE}/blob/f52ed27566be8e6a59875be0c310df3248f0abce/capstone/scripts/fix_outlier_years/outlier_years.csv`,
  },
  "no-such-date": {
    about: "The decision date is not a date, or names a day that does not exist, such as 1911-02-29.",
    source: `${CAPSTONE}/blob/f52ed27566be8e6a59875be0c310df3248f0abce/capstone/scripts/process_metadata.py`,
  },
  "before-first-case": {
    about: "The decision date is before 1658, the year of the earliest case of the collection.",
    source: `${CAPSTONE}/blob/f52ed27566be8e6a59875be0c310df3248f0abce/capstone/capweb/templates/about.md`,
  },
  "court-not-founded": {
    about:
      "The case is assigned to the Court of Appeals for the Federal Circuit, and was decided before that court existed (1 October 1982).",
    source: "seen in United States-20181130-text.zip, case 11732538",
  },
  "page-differs": {
    about:
      "The first page is not the page of the official citation. In early volumes it may be that of another edition.",
    source: "https://static.case.law/charlton/1/cases/0041-01.json",
  },
  "another-series": {
    about:
      "The official citation names another series of the reporter than the record: 978 F.3d in the Federal Reporter 2d Series.",
    source: `${COURTLISTENER}/issues/4930`,
  },
} as const;

/** A fault of all or some cases of the volumes of a reporter, or of single cases. */
interface ListedFault {
  readonly about: string;
  readonly source: string;
  readonly cases: ListedCases;
}

export type ListedCases =
  | {
      /** As in official citations. */
      readonly reporter: string;
      /** Numbers; null: all volumes. */
      readonly volumes: readonly number[] | null;
      /** The pages of the citations; all if missing. */
      readonly pages?: { readonly from: number; readonly to: number };
      /** Only cases of courts whose name has not this word. */
      readonly courtIsNot?: string;
    }
  | { readonly ids: readonly number[] };

const ALABAMA_TERMS = Array.from({ length: 143 }, (_, at) => at + 1).filter((volume) => volume !== 132);

export const LISTED: Readonly<Record<string, ListedFault>> = {
  "alabama-terms": {
    about:
      "Decision dates of the Alabama Reports before volume 144, except volume 132, are those of the court's term.",
    source: `${CAPSTONE}/issues/1598`,
    cases: { reporter: "Ala.", volumes: ALABAMA_TERMS },
  },
  "virginia-36-pages": {
    about:
      "The pages in citations of volume 36 of the Virginia Reports are those at the foot of the page, not those of the report.",
    source: `${CAPSTONE}/issues/2115`,
    cases: { reporter: "Va.", volumes: [36] },
  },
  "north-carolina-editions": {
    about:
      "The volumes 1, 4 and 60 of the North Carolina Reports were scanned from earlier reports with other page numbers, so their citations may be wrong.",
    source: `${CAPSTONE}/issues/1089`,
    cases: { reporter: "N.C.", volumes: [1, 4, 60] },
  },
  "tribal-reprints": {
    about:
      "American Tribal Law reprints cases of other reporters at the end of a volume; such a case is in the collection twice.",
    source: `${CAPSTONE}/issues/1983`,
    cases: { reporter: "Am. Tribal Law", volumes: null },
  },
  "southwestern-160": {
    about:
      "Cases in volume 160 of the South Western Reporter are also in the Texas Criminal Reports: 160 S.W. 83 is 71 Tex. Crim. 399.",
    source: `${CAPSTONE}/issues/1137`,
    cases: { reporter: "S.W.", volumes: [160] },
  },
  "new-york-3d-10": {
    about:
      "Volume 10 of N.Y.3d was scanned from an interim edition: the cases on the pages 356 to 700 are missing.",
    source: `${CAPSTONE}/issues/1730`,
    cases: { reporter: "N.Y.3d", volumes: [10] },
  },
  "oregon-appeals-courts": {
    about:
      "Cases of the Oregon Court of Appeals are assigned to the court in which they began, usually a circuit court.",
    source: `${CAPSTONE}/issues/847`,
    cases: { reporter: "Or. App.", volumes: null, courtIsNot: "Appeals" },
  },
  "federal-577-texts": {
    about:
      "Opinions in volume 577 of F.2d are reported to be stored with the citation and head matter of the case next to them.",
    source: `${COURTLISTENER}/issues/6254`,
    cases: { reporter: "F.2d", volumes: [577], pages: { from: 98, to: 9999 } },
  },
  "bivens-pages": {
    about:
      "The text of Bivens v. Six Unknown Named Agents, 403 U.S. 388, was reported to lack its first nine pages.",
    source: `${CAPSTONE}/issues/306`,
    cases: { reporter: "U.S.", volumes: [403], pages: { from: 388, to: 388 } },
  },
  "opinions-not-separated": {
    about:
      "The opinions of case 5874681 are not separated: its concurrences and dissents are in one opinion.",
    source: `${CAPSTONE}/issues/1044`,
    cases: { ids: [5874681] },
  },
  "twice-in-collection": {
    about:
      "Two Supreme Court cases are in the collection twice: 943185 is also 5917860, and 12455289 is also 3644508.",
    source: `${CAPSTONE}/issues/1704`,
    cases: { ids: [943185, 5917860, 12455289, 3644508] },
  },
};

/**
 * Cases whose year is probably misread (docs/data-notes.md, "Faults that show in the record"): case id, year of the decision in the data, first and
 * last year of the other cases of the volume.
 *
 * From the publisher's list of 1,736 statistical outliers, harvard-lil/capstone, capstone/scripts/fix_outlier_years/outlier_years.csv
 * (2020). Only those are here whose year differs by one digit, or by two exchanged digits, from that of another case of the volume,
 * and by at least ten years from all of them, in volumes whose other cases are from at most eleven years.
 */
const MISREAD = `
47756 1806 1906 1906, 63492 1866 1884 1887, 66324 1866 1884 1886, 69862 1977 1996 1997,
80709 1836 1886 1887, 91833 1904 1914 1914, 121866 1966 1996 1997, 136773 1918 1928 1928,
137309 1918 1928 1928, 158036 1914 1924 1924, 199688 1807 1897 1898, 211332 1914 1941 1941,
261192 1977 1997 1997, 277163 1889 1899 1899, 307559 1882 1840 1849, 391619 1808 1898 1899,
398129 1809 1889 1899, 416045 1955 1994 1995, 444751 1904 1914 1914, 499344 1932 1951 1952,
521103 1833 1881 1884, 542116 1858 1957 1958, 545540 1864 1964 1964, 564462 1839 1880 1890,
568203 1800 1890 1890, 582844 1912 1932 1933, 621867 1907 1967 1967, 621870 1907 1967 1967,
625742 1883 1831 1834, 625760 1883 1831 1834, 625794 1883 1831 1834, 625811 1883 1831 1834,
625851 1883 1831 1834, 625896 1883 1831 1834, 625920 1883 1831 1834, 625930 1883 1831 1834,
625970 1883 1831 1834, 625987 1883 1831 1834, 625992 1883 1831 1834, 625994 1883 1831 1834,
626153 1883 1831 1834, 626184 1883 1831 1834, 626187 1883 1831 1834, 646262 1936 1946 1948,
655603 1913 1923 1923, 657158 1828 1928 1929, 661480 1924 1941 1948, 666737 1937 1947 1949,
671543 1929 1946 1949, 687343 1883 1893 1893, 688163 1977 1997 1998, 689026 1883 1893 1893,
694627 1833 1893 1893, 715371 1958 1968 1968, 718139 1864 1874 1874, 726906 1866 1877 1887,
726991 1866 1877 1887, 727024 1866 1877 1887, 727036 1855 1877 1887, 759619 1883 1893 1893,
760743 1952 1962 1962, 795848 1917 1927 1930, 827158 1968 1978 1979, 835273 1885 1895 1895,
867475 1855 1885 1885, 870534 1865 1895 1895, 875826 1886 1896 1896, 875886 1876 1896 1896,
907445 1931 1941 1943, 930790 1889 1899 1899, 932825 1884 1894 1894, 935869 1865 1895 1895,
1019799 1910 1949 1958, 1022118 1938 1951 1958, 1035757 1942 1952 1959, 1035759 1936 1952 1959,
1036068 1939 1952 1959, 1039428 1914 1952 1959, 1042866 1935 1951 1959, 1042873 1941 1951 1959,
1042897 1941 1951 1959, 1042921 1941 1951 1959, 1091820 1943 1953 1961, 1108965 1942 1959 1962,
1174208 1945 1964 1966, 1181664 1943 1963 1967, 1196821 1810 1910 1911, 1226926 1901 1911 1911,
1244578 1825 1925 1926, 1265303 1828 1927 1928, 1351968 1902 1912 1912, 1371849 1861 1881 1883,
1376377 1963 1973 1973, 1403006 1837 1865 1867, 1417062 1930 1946 1951, 1419338 1866 1886 1887,
1444113 1912 1942 1942, 1444948 1887 1897 1898, 1454782 1885 1895 1895, 1473085 1963 1973 1974,
1548963 1977 1996 1997, 1609681 1880 1890 1891, 1614318 1906 1916 1923, 1616628 1897 1885 1887,
1652124 1914 1931 1934, 1665958 1924 1934 1936, 1666265 1924 1934 1936, 1666618 1830 1880 1881,
1694158 1950 1960 1961, 1735351 1846 1943 1946, 1754784 1937 1947 1949, 1755820 1928 1947 1950,
1850327 1808 1908 1908, 1858201 1811 1911 1911, 1872858 1882 1892 1893, 1875835 1884 1894 1894,
1892143 1901 1921 1921, 1921234 1878 1976 1979, 1929778 1900 1910 1910, 1933724 1914 1940 1941,
1936986 1933 1982 1983, 1953710 1930 1959 1960, 1960653 1803 1892 1893, 1960947 1856 1866 1869,
1963527 1819 1919 1920, 1965475 1910 1920 1920, 1967482 1786 1796 1802, 1986573 1931 1960 1961,
2010138 1939 1919 1928, 2015076 1920 1930 1930, 2035375 1924 1934 1934, 2046719 1889 1899 1899,
2046776 1889 1899 1899, 2046789 1889 1899 1899, 2137059 1862 1872 1872, 2188477 1833 1883 1883,
2227894 1852 1862 1867, 2231683 1880 1890 1890, 2265612 1851 1862 1872, 2268872 1860 1870 1877,
2273965 1886 1896 1896, 2285619 1923 1952 1953, 2285964 1869 1896 1896, 2288001 1912 1950 1952,
2290660 1855 1883 1885, 2308389 1933 1943 1943, 2320059 1888 1988 1988, 2330847 1903 1913 1914,
2354787 1917 1947 1947, 2360960 1902 1931 1932, 2361007 1902 1931 1932, 2381327 1867 1889 1899,
2415080 1817 1916 1917, 2473385 1913 1952 1954, 2497928 1862 1851 1852, 2637304 1951 1961 1962,
2664908 1932 1952 1952, 2737575 1714 1914 1914, 2747110 1771 1971 1972, 3370684 1832 1888 1892,
3372136 1907 1921 1927, 3467832 1877 1887 1887, 3504454 1834 1884 1884, 3529347 1853 1863 1865,
3605193 1869 1898 1899, 3706191 1879 1899 1902, 3755063 1842 1939 1943, 3841956 1879 1894 1897,
3962226 1873 1893 1896, 3962437 1876 1893 1896, 4008364 1952 1992 1992, 4194069 1910 1934 1940,
4194497 1640 1938 1940, 4197611 1913 1941 1943, 4199364 1913 1941 1943, 4207928 2000 2010 2010,
4209439 1641 1938 1942, 4232729 1941 1951 1953, 4273277 1936 1955 1956, 4329768 2002 2012 2013,
4371419 1886 1896 1896, 4383703 1804 1891 1894, 4386511 1822 1881 1882, 4388022 1839 1888 1889,
4424837 1980 1990 1990, 4427534 1980 1990 1990, 4437766 1815 1915 1915, 4441953 1837 1937 1937,
4443365 1882 1819 1823, 4447297 1812 1842 1843, 4449059 1885 1895 1895, 4514248 1819 1876 1880,
4546222 1925 1975 1975, 4621846 1957 1967 1967, 4671761 1958 1968 1969, 4692458 1933 1993 1993,
4940631 1921 1931 1931, 4996339 1879 1893 1898, 5209986 1889 1899 1899, 5784293 1927 1937 1938,
6064410 1934 1954 1955, 6064412 1934 1954 1955, 6081922 1934 1944 1945, 6119855 1975 1985 1987,
6136192 1982 1992 1992, 6148373 1910 1939 1941, 6432253 1718 1815 1819, 6715237 1834 1823 1824,
6717626 1825 1835 1836, 6718311 1887 1836 1837, 6723766 1809 1899 1901, 6732940 1837 1826 1827,
6732990 1838 1857 1867, 6735476 1883 1893 1898, 6738154 1883 1893 1898, 6904699 2003 2013 2014,
6955627 2004 2014 2014, 6996859 2000 2010 2013, 7006169 2001 2011 2013, 8261522 1901 1917 1922,
8295983 1868 1897 1899, 8485470 1832 1849 1853, 8485478 1832 1849 1853, 8485484 1832 1849 1853,
8485493 1832 1849 1853, 8485505 1832 1849 1853, 8512107 1943 1953 1955, 8531211 1937 1947 1948,
8531241 1935 1945 1947, 8623665 1950 1960 1960, 8627714 1917 1946 1947, 8641546 1866 1876 1876,
8679534 1919 1948 1949, 8684774 1929 1939 1940, 8690459 1928 1938 1938, 8692359 1918 1928 1928,
8692433 1928 1938 1938, 8692670 1928 1938 1938, 8706268 1880 1890 1890, 8710570 1866 1886 1887,
8718392 1958 1968 1968, 8737816 1925 1935 1937, 8769270 1911 1941 1942, 8792646 1910 1939 1940,
8807701 1926 1936 1937, 8815772 1901 1960 1961, 8817888 1879 1892 1898, 8844008 1889 1899 1899,
8858948 1948 1958 1958, 8859017 1910 1920 1921, 8877058 1861 1891 1891, 10054782 1930 1949 1950,
10070926 1928 1948 1949, 10129767 1957 1973 1975, 10225242 1931 1941 1941, 10492387 1939 1959 1959,
11268342 1848 1858 1859, 11269574 1824 1834 1835, 11517564 1988 1998 1998, 11557884 1982 1992 1992,
11958262 1779 1797 1806, 11958296 1779 1797 1806, 12112414 1920 1930 1930, 12132430 1936 1966 1966,
12414867 2005 2015 2018
`;

/** What a volume says about the year of one of its cases. */
interface MisreadYear {
  readonly year: number;
  /** First and last year of the other cases of the volume. */
  readonly first: number;
  readonly last: number;
}

let known: ReadonlyMap<number, MisreadYear> | null = null;

export function misreadYears(): ReadonlyMap<number, MisreadYear> {
  // parsed on first use, because most commands do not need it
  known ??= new Map(MISREAD.split(",").map(readEntry));
  return known;
}

function readEntry(entry: string): [number, MisreadYear] {
  const [id = 0, year = 0, first = 0, last = 0] = entry.trim().split(" ").map(Number);
  return [id, { year, first, last }];
}
