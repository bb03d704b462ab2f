import { counted } from "#domain/counted.ts";
import type { ImportFile } from "#domain/import/files/recognize-file.ts";
import { foldersOfNotes, isNote, type Note } from "#domain/rows/notes.ts";
import { holdsRows } from "#domain/rows/row-file.ts";
import { type ImportKind, type NamedRows, rowsOfFile } from "./row-source.ts";

/** Rows among files that were picked, of which entities are made: a table, or the notes of a folder. */
export interface PickedRows {
  readonly name: string;
  /** Kind in words: `Excel file`, `12 notes`. */
  readonly what: string;
  /** Kind that the name speaks of; null where it says nothing. */
  readonly suggested: ImportKind | null;
  /** @throws FormMistake with a sentence, where there are none */
  rows(): Promise<NamedRows>;
}

/** Whether a file holds rows in text by its name. */
export function isTextTable(path: string): boolean {
  return /\.(?:csv|tsv)$/i.test(path);
}

/** Returns a file that is a table by its name, and is read when its turn comes; null for others. */
export function tableOfFile(file: File, path: string): PickedRows | null {
  if (!isTextTable(path) && !/\.xlsx$/i.test(path)) return null;
  const what = isTextTable(path) ? "table" : "Excel file";
  return { name: path, what, suggested: suggestedBy(path), rows: () => rowsOfFile(file) };
}

/** File that is no story, with its text. */
interface UnknownFile extends ImportFile {
  /** Whether nothing but the absence of signs tells what it is. */
  readonly isVague: boolean;
}

/** Returns the tables and the notes among files that are no story. */
export function rowsAmong<T extends UnknownFile>(files: readonly T[]): { rows: PickedRows[]; others: T[] } {
  const notes: Note[] = [];
  const tables: PickedRows[] = [];
  const others: T[] = [];
  for (const file of files) {
    const { name, content } = file;
    if (typeof content === "string" && content !== "" && isNote(name)) notes.push({ name, content });
    else if (typeof content === "string" && isTextTable(name) && content.trim() !== "")
      tables.push(tableOf(name, content));
    else if (typeof content === "string" && file.isVague && isListOfObjects(name, content))
      tables.push(tableOf(name, content));
    else others.push(file);
  }
  const folders = foldersOfNotes(notes).map((folder): PickedRows => {
    const [first] = folder.notes;
    const isOne = folder.notes.length === 1;
    return {
      name: folder.name || (isOne && first !== undefined ? first.name : "Notes"),
      what: counted(folder.notes.length, "note"),
      suggested: suggestedBy(folder.name),
      rows: async () => {
        const { rowsOfNotes } = await import("#domain/rows/note-rows.ts");
        return { name: folder.name || "Notes", content: rowsOfNotes(folder.notes), format: "ndjson" };
      },
    };
  });
  // Places come first: what is in them is matched by their names.
  const rows = [...tables, ...folders].sort(
    (a, b) => Number(b.suggested === "place") - Number(a.suggested === "place"),
  );
  return { rows, others };
}

function tableOf(name: string, content: string): PickedRows {
  return { name, what: "table", suggested: suggestedBy(name), rows: async () => ({ name, content }) };
}

/** Whether a text is JSON of objects in a list, or one on each line. */
function isListOfObjects(name: string, content: string): boolean {
  const text = content.replace(/^\ufeff/, "").trimStart();
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return text.startsWith("{");
  try {
    return holdsRows(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Words in the names of files and folders by what they speak of. */
const KIND_WORDS: Readonly<Record<ImportKind, RegExp>> = {
  character: /\b(?:characters?|cast|npcs?|people|persons?|heroes)\b/i,
  place: /\b(?:places?|locations?|cit(?:y|ies)|regions?|rooms?|geography)\b/i,
  group: /\b(?:groups?|factions?|guilds?|organi[sz]ations?|houses)\b/i,
  thing: /\b(?:things?|items?|objects?|artefacts?|artifacts?|weapons?|equipment)\b/i,
};

function suggestedBy(path: string): ImportKind | null {
  const words = path.replaceAll(/[_\W]+/g, " ");
  return (Object.keys(KIND_WORDS) as ImportKind[]).find((kind) => KIND_WORDS[kind].test(words)) ?? null;
}
