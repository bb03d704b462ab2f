import type { Outputs } from "../api/client.ts";
import FORMATS from "../api/export-formats.json";
import { blobOf } from "./exported-blob.ts";
import { zipOf } from "./zip.ts";

export type DialogueExport = Outputs["dialogues"]["export"];

/** Formats of dialogues, in the order in which they are offered. */
export const DIALOGUE_FORMATS = FORMATS["dialogues.export"];
export type DialogueFormat = keyof typeof DIALOGUE_FORMATS;

/** Returns the file to save for dialogues exported in one format: a file, one table, or an archive. */
export function exportFile(exports: readonly DialogueExport[], name: DialogueFormat): { name: string; blob: Blob } {
  const format = DIALOGUE_FORMATS[name];
  const [first] = exports;
  if (exports.length === 1 && first !== undefined) {
    return { name: first.filename, blob: blobOf(textOf(first), format) };
  }
  if (name === "lines_csv") {
    return { name: `dialogues${format.ending}`, blob: blobOf(oneTable(exports.map(textOf)), format) };
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
