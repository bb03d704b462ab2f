import { EXPORTED_FILES, type ExportFormat } from "#domain/export/formats.ts";
import type { Outputs } from "../api/client.ts";
import { zipOf } from "./zip.ts";

export type DialogueExport = Outputs["dialogues"]["export"];

/** Spreadsheets take CSV for UTF-8 where it begins with a byte-order mark. */
const MARK = "\ufeff";

/** Returns the file to save for dialogues exported in one format: a file, one table, or an archive. */
export function exportFile(exports: readonly DialogueExport[], format: ExportFormat): { name: string; blob: Blob } {
  const { mediaType, ending } = EXPORTED_FILES[format];
  const [first] = exports;
  if (format === "lines_csv") {
    const name = exports.length === 1 && first !== undefined ? first.filename : `dialogues${ending}`;
    return { name, blob: new Blob([MARK, oneTable(exports.map(textOf))], { type: mediaType }) };
  }
  if (exports.length === 1 && first !== undefined) {
    return { name: first.filename, blob: new Blob([textOf(first)], { type: mediaType }) };
  }
  const files = exports.map((each) => ({ name: each.filename, text: textOf(each) }));
  return { name: "dialogues.zip", blob: zipOf(files, new Date()) };
}

/** A document as its file has it. */
function textOf({ content }: DialogueExport): string {
  return typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
}

/** Tables of the same columns as one, which has their first line once. */
function oneTable(tables: readonly string[]): string {
  return tables.map((table, at) => (at === 0 ? table : table.slice(table.indexOf("\r\n") + 2))).join("");
}
