import type { Folder } from "#domain/folders.ts";

/** A line of the tree of folders. */
export interface FolderRow {
  readonly folder: Folder;
  readonly depth: number;
  /** Index of the row it lies in; -1 for none. */
  readonly above: number;
  /** Its place among its siblings, from 0, and how many they are. */
  readonly position: number;
  readonly size: number;
  readonly isUnfolded: boolean;
}

/** The folders that are seen while some are folded, from top to bottom. */
export function folderRows(folders: readonly Folder[], folded: ReadonlySet<string>): readonly FolderRow[] {
  const rows: FolderRow[] = [];
  const add = (siblings: readonly Folder[], depth: number, above: number): void => {
    siblings.forEach((folder, position) => {
      const isUnfolded = folder.folders.length > 0 && !folded.has(folder.path);
      rows.push({ folder, depth, above, position, size: siblings.length, isUnfolded });
      if (isUnfolded) add(folder.folders, depth + 1, rows.length - 1);
    });
  };
  add(folders, 0, -1);
  return rows;
}
