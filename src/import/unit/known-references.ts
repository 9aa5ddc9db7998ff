/**
 * The reference records that tell which unit an archive is: those that the corpus holds, and the lists at hand.
 */
import type { JurisdictionRecord, ReferenceRecords, ReporterRecord } from "../../domain/reference.ts";
import { openForReading } from "../../store/database/open-database.ts";
import { reporterOf } from "../../store/references/reference-fields.ts";
import { ReferenceWriter, stampOfListing } from "../../store/references/reference-writer.ts";

export interface KnownReferences {
  readonly reporters: readonly ReporterRecord[];
  readonly jurisdictions: readonly Pick<JurisdictionRecord, "slug" | "name" | "nameLong">[];
  /** Reporter ids by barcode, of the volumes that a listing told of: it knows better than a path. */
  readonly listedVolumes: ReadonlyMap<string, number>;
}

/** What lists say, without a corpus. */
export function knownFromLists({
  reporters,
  jurisdictions,
}: Pick<ReferenceRecords, "reporters" | "jurisdictions">): KnownReferences {
  return { reporters, jurisdictions, listedVolumes: new Map() };
}

/** @throws CaselawError as `openForReading` */
export function readKnownReferences(corpusPath: string): KnownReferences {
  const db = openForReading(corpusPath);
  try {
    const held = new ReferenceWriter(db);
    return {
      reporters: [...held.all("reporter")].map(([id, { fields }]) => reporterOf(Number(id), fields)),
      jurisdictions: [...held.all("jurisdiction").values()].map(({ fields }) => ({
        slug: textOf(fields.slug),
        name: textOf(fields.name),
        nameLong: textOf(fields.name_long),
      })),
      listedVolumes: listedVolumes(held),
    };
  } finally {
    db.close();
  }
}

function listedVolumes(held: ReferenceWriter): Map<string, number> {
  const listed = new Map<string, number>();
  for (const [barcode, { fields, stamps }] of held.all("volume")) {
    if (typeof fields.reporter_id === "number" && stamps.reporter_id === stampOfListing()) {
      listed.set(String(barcode), fields.reporter_id);
    }
  }
  return listed;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
