/** Reads the tables of a publication from a corpus. */
import type { CorpusReader } from "../../store/read/corpus-reader.ts";
import type { TableName, Tables, UnitJurisdictions } from "../layout/tables.ts";

/** One table after the other, so that only one is in memory. */
export function* readTables(reader: CorpusReader): Generator<readonly [TableName, Tables[TableName]]> {
  yield ["jurisdictions", reader.jurisdictions()];
  yield ["courts", reader.courts()];
  yield ["reporters", reader.reporters()];
  yield ["volumes", reader.volumes()];
  yield ["bulkFiles", reader.bulkFiles()];
  yield ["coverage", reader.coverage()];
  yield ["unitJurisdictions", unitJurisdictions(reader)];
  const { byVolume: _byVolume, byJurisdiction, byReporter, ...stats } = reader.stats("left out");
  yield ["stats", { ...stats, byJurisdiction: [...byJurisdiction], byReporter: [...byReporter] }];
  yield ["referenceChanges", reader.changes.references()];
}

function unitJurisdictions(reader: CorpusReader): UnitJurisdictions[] {
  const ids = reader.jurisdictions().map(({ id }) => id);
  return reader.coverage().units.flatMap(({ unitId, jurisdictionIds }) => {
    if (unitId === null || jurisdictionIds.length > 0) return [];
    const found = ids.filter((jurisdictionId) => reader.hasCaseOfJurisdiction({ unitId, jurisdictionId }));
    return [{ unitId, jurisdictionIds: found }];
  });
}
