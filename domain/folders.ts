import { addToList } from "./add-to-list.ts";

/** Greatest length of a folder's path, in characters. */
export const MAX_FOLDER = 500;
/** Greatest length of a folder's name, in characters. */
export const MAX_FOLDER_NAME = 100;
/** Paths of folders: names joined by `/`, without one at an end, and none that begins or ends with a blank; or nothing, for the top. */
export const FOLDER = /^(?:[^/\s](?:[^/]{0,98}[^/\s])?(?:\/[^/\s](?:[^/]{0,98}[^/\s])?)*)?$/;

/** Item in a folder: its folder's path, and its own path if it is a folder. */
interface Filed {
  readonly folder: string;
}

/** A folder, with what lies in it and below. */
export interface Folder {
  readonly path: string;
  readonly name: string;
  /** Number of items in the folder and in the folders below it. */
  readonly count: number;
  readonly folders: readonly Folder[];
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The folder another one lies in; empty for the top. */
export function parentFolder(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The name of a folder, without those it lies in. */
export function folderName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of a folder of this name in another one. */
export function folderIn(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`;
}

/** The folders from the top down to this one, itself included. */
export function foldersTo(path: string): readonly string[] {
  if (path === "") return [];
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

/** Whether a path is a folder, or lies below it; everything lies below the top. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** A path after a folder was given another one: what lies in it comes along, what does not stays. */
export function movedPath(path: string, from: string, to: string): string {
  if (!isInFolder(path, from)) return path;
  const rest = from === "" ? path : path.slice(from.length + 1);
  return rest === "" ? to : folderIn(to, rest);
}

/** The folders that are made by what lies in them, by name; numbers in names count as numbers. */
export function folderTree(filed: readonly Filed[], others: readonly string[] = []): readonly Folder[] {
  const counts = new Map<string, number>();
  for (const { folder } of filed) for (const path of foldersTo(folder)) counts.set(path, (counts.get(path) ?? 0) + 1);
  for (const other of others) for (const path of foldersTo(other)) counts.set(path, counts.get(path) ?? 0);
  const below = new Map<string, string[]>();
  for (const path of counts.keys()) {
    addToList(below, parentFolder(path), path);
  }
  const inside = (parent: string): readonly Folder[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => COLLATOR.compare(folderName(a), folderName(b)))
      .map((path) => ({ path, name: folderName(path), count: counts.get(path) ?? 0, folders: inside(path) }));
  return inside("");
}

/** Returns the reason why a name is not allowed for a folder; null where it is. */
export function explainFolderName(name: string, parent: string): string | null {
  if (name === "") return "Write a name.";
  if (name.includes("/")) return "A name has no slash in it: make one folder in another instead.";
  if (name.length > MAX_FOLDER_NAME) return `A name has at most ${MAX_FOLDER_NAME} characters.`;
  if (folderIn(parent, name).length > MAX_FOLDER) return "Folders lie too deep in one another here.";
  return null;
}
