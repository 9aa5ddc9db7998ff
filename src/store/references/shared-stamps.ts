/**
 * The stamps of reference records, one object for all records with equal stamps. The records of a listing or an archive have equal ones, and a
 * run keeps all records: those of 42,000 volumes take some 30 MB (calculated from 8,400 of them).
 */

/** Precedence of a field value, compared as text; see `stampOfListing` and `stampOfArchive`. */
export type FieldStamp = string;

/** By field. */
export type Stamps = Readonly<Record<string, FieldStamp>>;

/** Archives of one volume each have stamps of their own, so not all are remembered. */
const MAX_REMEMBERED = 100;

export class SharedStamps {
  readonly #byText = new Map<string, Stamps>();

  share(stamps: Stamps): Stamps {
    const text = JSON.stringify(stamps);
    return this.#byText.get(text) ?? this.#remember(text, stamps);
  }

  parse(text: string): Stamps {
    // our own JSON, written by #writeDirty
    return this.#byText.get(text) ?? this.#remember(text, JSON.parse(text) as Stamps);
  }

  #remember(text: string, stamps: Stamps): Stamps {
    if (this.#byText.size >= MAX_REMEMBERED) this.#byText.clear();
    this.#byText.set(text, stamps);
    return stamps;
  }
}
