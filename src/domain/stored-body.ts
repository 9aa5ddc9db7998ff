/** The body of a case as a corpus stores it. */

/** `xml`: the string in the archive; `html`: the file of the static site, sanitised; `text`: the source's text object, as JSON. */
export type BodyForm = "xml" | "html" | "text";

export interface StoredText {
  readonly form: BodyForm;
  readonly source: string;
  /** Of the newest archive that has this text; null if it has none, or the source of the corpus does not say. */
  readonly release: string | null;
}

/** The stored forms from which a body is answered. Each is unpacked on first access. */
export interface StoredBody {
  /** The string in the archive. */
  readonly xml: string | null;
  /** The file of the static site, if `html` is answered from it. */
  readonly html: string | null;
  /** The form from which `text` is made: the text object as JSON, HTML or XML. */
  readonly text: StoredText | null;
}
