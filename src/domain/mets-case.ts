/** A case as a CaseMETS document has it: one XML file with the case's metadata and its body, as the volumes were digitised. */

export interface MetsCase {
  /** `32044057891608_0001`: the volume's barcode and the case's serial in it. */
  readonly caseId: string;
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly court: MetsCourt | null;
  readonly docketNumber: string;
  readonly citations: readonly { readonly category: string; readonly cite: string }[];
  /** As given; null when there is none. */
  readonly decisionDate: string | null;
  readonly body: MetsBody | null;
}

/** A court by its names: the documents know no ids. `jurisdiction` is mostly a long name, `Illinois`. */
export interface MetsCourt {
  readonly name: string;
  readonly abbreviation: string;
  readonly jurisdiction: string;
}

export interface MetsBody {
  /** The `casebody` element as it stands in the document. */
  readonly xml: string;
  readonly firstPage: string;
  readonly lastPage: string;
}
