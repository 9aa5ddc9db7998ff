/** The sixth version: plain names, which unit of the corpus a listed unit is, whether its download was confirmed, and how many cases are missing. */

export const SCHEMA_6 = `
  -- how the last try ended: stored, missing (404), failed
  UPDATE ledger
     SET outcome = CASE outcome WHEN 'had' THEN 'stored' WHEN 'absent' THEN 'missing' ELSE outcome END;
  ALTER TABLE hole RENAME TO mismatch;

  -- name of the unit that its archives are imported into; null until a source lists it again
  ALTER TABLE ledger ADD COLUMN corpus_unit TEXT;

  -- 0 until the archive's own dates, or a second answer of the server, agree with the version that is listed
  ALTER TABLE download ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1;

  -- cases that the unit's newest archive lists and that could not be taken
  ALTER TABLE unit ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
`;
