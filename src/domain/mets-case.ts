/** A case in a CaseMETS document: one XML file with the metadata and the body, from the digitised volumes. */

export interface MetsCase {
  /** `32044057891608_0001`: the barcode of the volume, and the number of the case in it. */
  readonly caseId: string;
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly court: MetsCourt | null;
  readonly docketNumber: string;
  readonly citations: readonly { readonly category: string; readonly cite: string }[];
  /** As given; null without a date. */
  readonly decisionDate: string | null;
  readonly body: MetsBody | null;
}

/** A court by its names, because the documents have no ids. `jurisdiction` is usually a long name, `Illinois`. */
export interface MetsCourt {
  readonly name: string;
  readonly abbreviation: string;
  readonly jurisdiction: string;
}

export interface MetsBody {
  /** The `casebody` element, unchanged. */
  readonly xml: string;
  readonly firstPage: string;
  readonly lastPage: string;
}
