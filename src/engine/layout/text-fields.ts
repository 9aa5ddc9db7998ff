/** The text fields of a case: the tokens that the index of words has in the column with this name (store/write/index-row). */
export const TEXT_FIELDS = [
  "names",
  "cites",
  "court",
  "head_matter",
  "opinions",
  "authors",
  "corrections",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
