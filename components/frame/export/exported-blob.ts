/** Format of an exported file, as `export-formats.json` has it. */
export interface ShownFormat {
  readonly name: string;
  readonly mediaType: string;
  /** Whether its content is bytes in base64. */
  readonly isBinary?: boolean;
}

/** Spreadsheets take CSV for UTF-8 where it begins with a byte-order mark. */
const MARK = "\ufeff";

/** The file of an exported content. */
export function blobOf(text: string, { mediaType, isBinary = false }: ShownFormat): Blob {
  if (isBinary) return new Blob([Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))], { type: mediaType });
  return new Blob(mediaType === "text/csv" ? [MARK, text] : [text], { type: mediaType });
}
