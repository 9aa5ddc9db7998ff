/**
 * The fifth version: which records that cases refer to changed, and when. A case's answer shows the names of its court and
 * its reporter, so it changes with them, and that is no change of the case (docs/interface.md, "Import guarantees").
 */

export const SCHEMA_5 = `
  CREATE TABLE reference_change (
    -- jurisdiction, court, reporter; case: it is another reporter's or volume's than it was
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    -- of its last change, out of the numbers of change_log
    seq INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
`;
