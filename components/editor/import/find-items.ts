import { type FileKind, findStories, gatherStories, refusalWords } from "#domain/import/files/gather-stories.ts";
import type { ImportFile } from "#domain/import/files/recognize-file.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { readFiles } from "./picked-files.ts";

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
}

/** Files that are left out and named one by one. */
const NAMED = 8;

/** Reads files and finds the stories in them; what is none has a sentence that says what it is. */
export async function findItems(picked: readonly File[]): Promise<(PickedStory | LeftOut)[]> {
  const [first] = picked;
  try {
    const files = await readFiles(picked);
    const { stories, leftOut, files: kinds } = findStories(files);
    if (stories.length === 0 && files.length !== leftOut.length) gatherStories(files);
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
    const named = leftOut.slice(0, NAMED).map((file) => ({ name: file.name, why: refusalWords(file) }));
    const more = leftOut.length - NAMED;
    if (more <= 0) return [...items, ...named];
    const why = `They cannot be imported: ${[...new Set(leftOut.slice(NAMED).map(({ words }) => words))].join(", ")}.`;
    return [...items, ...named, { name: `${more} more files`, why }];
  } catch (error) {
    const why = error instanceof ImportError ? error.message : "The file cannot be read.";
    return [{ name: first?.name ?? "", why }];
  }
}
