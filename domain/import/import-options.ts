/** Text of a file, with its path in the import. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** Options of an importer: facts about its content that the content does not hold. */
export interface ImportOptions {
  /** Name for the dialogue of the story, above the one that the file gives. */
  readonly name?: string | undefined;
  /** Language of the texts, where a file has them in several. */
  readonly language?: string | undefined;
  /** Path of the file within its import, `act-1/gate.ink`; of several files that form one story, of its main one. */
  readonly file?: string | undefined;
  /** Path of the file that names the files of the story, where there is one: a Yarn project. */
  readonly project?: string | undefined;
  /** Further files of the story, in order. */
  readonly others?: readonly TextFile[] | undefined;
  /** Number of lines before the content in its file, for a story that is a part of one. */
  readonly linesBefore?: number | undefined;
}

/** Returns the name that a story has by its files, where it has none of its own: that of its project, else of its main file. */
export function nameByFiles({ project, file }: ImportOptions): string | null {
  return nameOfFile(project ?? file);
}

/** Returns the key of a story that has no title: the path of its project, else of its main file, without the ending; null for none. */
export function keyByFiles({ project, file = "" }: ImportOptions): string | null {
  return (project ?? file).replace(/(?<=[^/])\.[^./]+$/, "") || null;
}

/** Returns the name of a file without its folders and its ending; null for none. */
function nameOfFile(file: string | undefined): string | null {
  const last = file?.split("/").at(-1) ?? "";
  return last.replace(/(?<=.)\.[^.]+$/, "").trim() || null;
}
