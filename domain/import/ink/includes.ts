import type { TextFile } from "../import-options.ts";
import { LinePlaces } from "../line-places.ts";
import { quoted, type Report } from "../report.ts";

const INCLUDE = /^[^\S\n]*INCLUDE[^\S\n]+(\S[^\n\r]*)/gm;

/** Returns the paths that a file of ink includes, as they stand there, with their lines. */
export function includesOf(source: string): { readonly path: string; readonly line: number }[] {
  const found: { path: string; line: number }[] = [];
  let line = 1;
  let at = 0;
  for (const match of source.matchAll(INCLUDE)) {
    for (let next = source.indexOf("\n", at); next !== -1 && next < match.index; next = source.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    found.push({ path: (match[1] ?? "").trim(), line });
  }
  return found;
}

/**
 * Lookup of included files by path: as ink does, in the folder of the main file; else beside the file that includes it; else by its
 * name alone, where only one file has it.
 */
export class IncludeLookup {
  readonly #byPath = new Map<string, string>();
  /** Path by file name; null where several files have it. */
  readonly #byName = new Map<string, string | null>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      this.#byPath.set(path.toLowerCase(), path);
      const name = nameIn(path);
      this.#byName.set(name, this.#byName.has(name) ? null : path);
    }
  }

  /** Returns the path of the file that an INCLUDE means; null where there is none. */
  find(include: string, from: string, main: string = from): string | null {
    for (const folder of [folderOf(main), folderOf(from)]) {
      const found = this.#byPath.get(joined(folder, include).toLowerCase());
      if (found !== undefined) return found;
    }
    return this.#byName.get(nameIn(include)) ?? null;
  }
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
}

function nameIn(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").toLowerCase();
}

function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Included file that the import does not hold. */
export interface MissingInclude {
  readonly path: string;
  /** Path of the file that includes it. */
  readonly from: string;
}

/** The files of a story as ink's compiler asks for them: what is missing is empty, and noted. */
export class InkFiles {
  readonly places = new LinePlaces();
  readonly missing: MissingInclude[] = [];
  readonly #main: TextFile;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #lookup: IncludeLookup;
  /** Number of lines before each file, by the path that the compiler knows it by. */
  readonly #before = new Map<string, number>();
  /** Paths by the words of the INCLUDE that means them: all that the compiler keeps of a file. */
  readonly #written = new Map<string, string>();
  readonly #isOne: boolean;

  constructor(main: TextFile, others: readonly TextFile[]) {
    this.#main = main;
    this.#texts = new Map([...others, main].map(({ name, text }) => [name, text]));
    this.#lookup = new IncludeLookup(this.#texts.keys());
    this.#isOne = others.length === 0;
    this.#add(main.name, main.text);
  }

  readonly handler = {
    ResolveInkFilename: (include: string, from: string | null = null): string => {
      const path = this.#lookup.find(include, this.#pathOf(from), this.#main.name) ?? include;
      this.#written.set(include, path);
      return path;
    },
    LoadInkFileContents: (path: string, from: string | null = null): string => {
      const text = this.#texts.get(path);
      if (text === undefined && !this.missing.some((each) => each.path === path))
        this.missing.push({ path, from: this.#pathOf(from) });
      this.#add(path, text ?? "");
      return text ?? "";
    },
  };

  /** Returns the number of a line of a file as the compiler names it, by the words of its INCLUDE; null names the main file. */
  numberOf(file: string | null, line: number): number {
    return (this.#before.get(this.#pathOf(file)) ?? 0) + line;
  }

  #pathOf(file: string | null): string {
    return file === null ? this.#main.name : (this.#written.get(file) ?? file);
  }

  /** Returns the source of all files, for what has to be looked up there. */
  get sources(): readonly string[] {
    return [...this.#texts.values()];
  }

  #add(path: string, text: string): void {
    if (this.#before.has(path)) return;
    this.#before.set(path, this.places.add(this.#isOne ? null : path, text.split("\n").length));
  }
}

/** Tells once which included files are missing, and what stands in for the names that lie in them. */
export function reportMissing({ missing }: InkFiles, absent: readonly string[], report: Report): void {
  for (const { path, from } of missing) {
    const where = from === "" ? "" : `, which ${from} includes,`;
    report.add("warning", "import_file_missing", `The file ${quoted(path)}${where} is missing.`, { source: path });
  }
  for (const message of absent) report.add("warning", "ink_name_missing", message);
}
