import { FILE_LIMITS, isHidden, pathOf, refuseMoreBytes, refuseMoreFiles } from "#domain/import/files/file-limits.ts";
import { kindByName } from "#domain/import/files/known-kinds.ts";
import type { ImportFile } from "#domain/import/files/recognize-file.ts";
import { filesOfZip, isZip, textOf } from "#domain/import/files/unzip.ts";
import { isNote } from "#domain/rows/notes.ts";
import { isTextTable } from "./picked-rows.ts";

/** Paths of files that came in a folder, which dropped files do not know themselves. */
const paths = new WeakMap<File, string>();

/** Path of a file: with its folders where it came in one. */
export function pathOfFile(file: File): string {
  return paths.get(file) ?? (file.webkitRelativePath || file.name);
}

/**
 * Returns the files that were dropped, those in folders included. Must be called while the event of the drop is handled: afterwards the
 * browser has forgotten the folders.
 */
export function droppedFiles(transfer: DataTransfer): File[] | Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === "file" && "webkitGetAsEntry" in item ? item.webkitGetAsEntry() : null;
    return entry === null ? [] : [entry];
  });
  return entries.some((entry) => entry.isDirectory) ? filesIn(entries) : [...transfer.files];
}

/** Reads folders; beyond the number of files that an import may have it stops. */
async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const open = [...entries];
  for (let entry = open.shift(); entry !== undefined && files.length <= FILE_LIMITS.count; entry = open.shift()) {
    const path = entry.fullPath.replace(/^\//, "");
    if (isHidden(path)) continue;
    if (isFolder(entry)) open.push(...(await entriesOf(entry)));
    else if (isFileEntry(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      paths.set(file, path);
      files.push(file);
    }
  }
  return files;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A browser hands over a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Whether a file is read: what may be a story by its name, a note, or rows. */
function isRead(path: string): boolean {
  return kindByName(path) === null || isNote(path) || isTextTable(path);
}

/**
 * Reads files as texts, and unpacks zip archives. Files that are no text by their names are not read.
 *
 * @throws {ImportError} where they are more than one import takes
 */
export async function readFiles(files: readonly File[]): Promise<ImportFile[]> {
  const read: ImportFile[] = [];
  let size = 0;
  for (const file of files) {
    const path = pathOf(pathOfFile(file));
    const isArchive = /\.zip$/i.test(path);
    if (!isArchive && !isRead(path)) {
      read.push({ name: path, content: "" });
      continue;
    }
    // Of an archive its texts count: pictures and sounds in it are not unpacked.
    if (!isArchive) refuseMoreBytes(size + file.size);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const folder = files.length === 1 ? "" : `${path.replace(/\.zip$/i, "")}/`;
    const found = isZip(bytes)
      ? filesOfZip(bytes, isRead).map((each) => ({ ...each, name: folder + each.name }))
      : [{ name: path, content: textOf(bytes) }];
    size += found.reduce((sum, { content }) => sum + content.length, 0);
    refuseMoreBytes(size);
    read.push(...found);
  }
  refuseMoreFiles(read.length);
  return read;
}
