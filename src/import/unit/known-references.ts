/**
 * The reference records that identify the unit of an archive: those of the corpus and of lists.
 */
import type { JurisdictionRecord, ReporterRecord } from "../../domain/case.ts";
import { openForReading } from "../../store/database/open-database.ts";
import { reporterOf, textIn } from "../../store/references/reference-records.ts";
import { ReferenceWriter, stampOfListing } from "../../store/references/reference-writer.ts";

export interface KnownReferences {
  readonly reporters: readonly ReporterRecord[];
  readonly jurisdictions: readonly Pick<JurisdictionRecord, "slug" | "name" | "nameLong">[];
  /** Reporter ids by barcode of the listed volumes; a listing is more reliable than a path. */
  readonly listedVolumes: ReadonlyMap<string, number>;
}

/** @throws CaselawError as `openForReading` */
export function readKnownReferences(corpusPath: string): KnownReferences {
  const db = openForReading(corpusPath);
  try {
    const stored = new ReferenceWriter(db);
    return {
      reporters: [...stored.all("reporter")].map(([id, { fields }]) => reporterOf(Number(id), fields)),
      jurisdictions: [...stored.all("jurisdiction").values()].map(({ fields }) => ({
        slug: textIn(fields.slug),
        name: textIn(fields.name),
        nameLong: textIn(fields.name_long),
      })),
      listedVolumes: listedVolumes(stored),
    };
  } finally {
    db.close();
  }
}

function listedVolumes(stored: ReferenceWriter): Map<string, number> {
  const listed = new Map<string, number>();
  for (const [barcode, { fields, stamps }] of stored.all("volume")) {
    if (typeof fields.reporter_id === "number" && stamps.reporter_id === stampOfListing()) {
      listed.set(String(barcode), fields.reporter_id);
    }
  }
  return listed;
}
