import { isProjectFile } from "#domain/import/fabula/project-file.ts";
import { isHidden } from "#domain/import/files/file-limits.ts";
import { type FileKind, findStories, gatherStories, refusalWords } from "#domain/import/files/gather-stories.ts";
import type { ImportFile, RecognizedFile } from "#domain/import/files/recognize-file.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { pathOfFile, readFiles } from "./picked-files.ts";
import { type PickedRows, rowsAmong, tableOfFile } from "./picked-rows.ts";

/** Story among files that were picked, with all of its files. */
export interface PickedStory {
  readonly name: string;
  /** Kind of its main file in words: `ink`, `Twine HTML`. */
  readonly kind: string;
  readonly files: readonly ImportFile[];
  readonly kinds: readonly FileKind[];
}

/** File, or several, that cannot be imported. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
  /** Whether it belongs to something that is imported, such as a picture: leaving it out is no failure. */
  readonly isBeside?: boolean;
}

/** Files that are left out and named one by one. */
const NAMED = 8;

/** File of a whole project. */
export interface PickedProject {
  readonly name: string;
  /** Text of the file, as an export wrote it. */
  readonly project: string;
}

/** Item of an import: what it becomes differs by its kind. */
export type PickedItem = PickedStory | PickedRows | PickedProject | LeftOut;

/**
 * Reads files and finds the stories in them, else rows and notes, of which entities are made; what is none has a sentence that says
 * what it is. Tables and notes beside stories are theirs, such as translations and instructions, and stay out.
 */
export async function findItems(picked: readonly File[]): Promise<PickedItem[]> {
  const [first] = picked;
  try {
    const sheets: PickedRows[] = [];
    const rest: File[] = [];
    for (const file of picked) {
      const path = pathOfFile(file);
      const table = isHidden(path) ? null : tableOfFile(file, path);
      if (table === null) rest.push(file);
      else sheets.push(table);
    }
    // A table that comes alone is read when its columns are asked for, in whichever encoding.
    const items = rest.length === 0 ? [] : await itemsAmong(rest);
    const isStory = items.some((item) => "files" in item);
    return isStory ? [...items, ...leftOutOf(sheets.map(asLeftOut))] : [...sheets, ...items];
  } catch (error) {
    const why = error instanceof ImportError ? error.message : "The file cannot be read.";
    return [{ name: first?.name ?? "", why }];
  }
}

async function itemsAmong(picked: readonly File[]): Promise<PickedItem[]> {
  const files = await readFiles(picked);
  const { stories, leftOut, files: kinds } = findStories(files);
  const projects = leftOut.flatMap(({ name, content }): PickedProject[] => {
    return typeof content === "string" && isProjectFile(content) ? [{ name, project: content }] : [];
  });
  const isProject = new Set(projects.map(({ name }) => name));
  const unknown = leftOut.filter(({ name }) => !isProject.has(name));
  if (stories.length === 0) {
    // What was recognised has the value of its JSON; rows are read from the text.
    const texts = new Map(files.map(({ name, content }) => [name, content]));
    const { rows, others } = rowsAmong(
      unknown.map((file) => ({ ...file, content: texts.get(file.name), isVague: file.other?.isVague === true })),
    );
    if (projects.length + rows.length === 0 && files.length !== leftOut.length) gatherStories(files);
    return [...projects, ...rows, ...leftOutOf(others.map(refused))];
  }
  // Stories of one archive are read together: its file is sent once.
  const bySource = Map.groupBy(stories, (story) => story.files.join("\n"));
  const items = Array.from(bySource.values(), (all) => all[0]).flatMap((story): PickedStory[] => {
    if (story === undefined) return [];
    const own = new Set(story.files);
    const name = story.project ?? story.file ?? "";
    const ofStory = kinds.filter((each) => own.has(each.name));
    const kind = ofStory.find((each) => each.name === name)?.kind ?? "";
    return [{ name, kind, kinds: ofStory, files: files.filter((file) => own.has(file.name)) }];
  });
  return [...items, ...projects, ...leftOutOf(unknown.map(refused))];
}

/** File that is left out, with the words for its kind. */
interface Refused extends LeftOut {
  readonly words: string;
}

function refused(file: RecognizedFile): Refused {
  const isBeside = file.other?.isBeside === true;
  return { name: file.name, words: file.words, why: refusalWords(file), isBeside };
}

/** A table beside a story, which is taken for a part of it. */
function asLeftOut({ name }: PickedRows): Refused {
  const why =
    "The file is a table beside a story. Import it by itself to make characters, places or things of its rows.";
  return { name, words: "a table", why };
}

/** Names the first of the files that are left out, and counts the rest. */
function leftOutOf(files: readonly Refused[]): LeftOut[] {
  const named = files.slice(0, NAMED).map(({ name, why, isBeside = false }) => ({ name, why, isBeside }));
  const more = files.length - NAMED;
  if (more <= 0) return named;
  const why = `They cannot be imported: ${[...new Set(files.slice(NAMED).map(({ words }) => words))].join(", ")}.`;
  return [...named, { name: `${more} more files`, why }];
}
