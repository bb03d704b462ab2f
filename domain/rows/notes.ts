/** Note of a folder of Markdown files, such as a vault of Obsidian. */
export interface Note {
  /** Path of its file: `Characters/Odo Pell.markdown`. */
  readonly name: string;
  readonly content: string;
}

/** Notes of one folder, which become entities of one kind. */
export interface NoteFolder {
  /** Name of the folder; empty for notes that lie in none. */
  readonly name: string;
  readonly notes: readonly Note[];
}

/** Whether a file is a note by its name. */
export function isNote(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/**
 * Groups notes by the folders that lie beside each other, whatever folder all of them are in: those of `Vault/Cast/Guards` and
 * `Vault/Cast` are of `Cast`, if there is more in `Vault` than them.
 */
export function foldersOfNotes(notes: readonly Note[]): NoteFolder[] {
  const split = notes.map((note) => ({ note, folders: note.name.split("/").slice(0, -1) }));
  let depth = 0;
  const [first] = split;
  while (
    first?.folders[depth] !== undefined &&
    split.every(({ folders }) => folders[depth] === first.folders[depth]) &&
    // The folder that holds nothing but notes is the one that names them.
    split.some(({ folders }) => folders.length > depth + 1)
  ) {
    depth += 1;
  }
  const groups = Map.groupBy(split, ({ folders }) => folders[depth] ?? "");
  return Array.from(groups, ([name, all]) => ({ name, notes: all.map(({ note }) => note) }));
}
