/** Format of an exported file, as `export-formats.json` has it. */
export interface ShownFormat {
  readonly name: string;
  readonly mediaType: string;
}

/** Spreadsheets take CSV for UTF-8 where it begins with a byte-order mark. */
const MARK = "\ufeff";

/** The file of an exported text. */
export function blobOf(text: string, { mediaType }: ShownFormat): Blob {
  return new Blob(mediaType === "text/csv" ? [MARK, text] : [text], { type: mediaType });
}
