import { counted } from "../../counted.ts";
import { ImportError } from "../import-error.ts";
import { quoted } from "../report.ts";

/** Limits of the files of one import, in whichever way they come. */
export const FILE_LIMITS = {
  /** Files, those that are no text included. */
  count: 2_000,
  /** Bytes of all texts together, unpacked. */
  bytes: 16 * 1024 * 1024,
  /** Characters of a path. */
  path: 500,
  /** Folders that a file can lie in. */
  depth: 16,
} as const;

/**
 * Returns the path of a file in its normal form: `act-1/gate.ink`.
 *
 * @throws {ImportError} where it leads out of its folder, or is longer or deeper than a path may be
 */
export function pathOf(name: string): string {
  const path = name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
  const parts = path.split("/");
  if (parts.includes("..") || /^[A-Za-z]:/.test(path) || path.includes("\0"))
    throw new ImportError("invalid_shape", `The name ${quoted(name)} leads out of the folder of the import.`);
  if (path.length > FILE_LIMITS.path || parts.length > FILE_LIMITS.depth + 1) {
    throw new ImportError(
      "too_large",
      `The name ${quoted(name)} is longer than ${FILE_LIMITS.path} characters or deeper than ${FILE_LIMITS.depth} folders.`,
    );
  }
  return path;
}

/** @throws {ImportError} where an import has more files than it may */
export function refuseMoreFiles(count: number): void {
  if (count > FILE_LIMITS.count)
    throw new ImportError(
      "too_large",
      `There are more than ${counted(FILE_LIMITS.count, "file")}, the limit of one import.`,
    );
}

/** @throws {ImportError} where the texts of an import have more bytes than they may */
export function refuseMoreBytes(bytes: number): void {
  if (bytes > FILE_LIMITS.bytes) {
    const mib = FILE_LIMITS.bytes / 1024 / 1024;
    throw new ImportError("too_large", `The texts of the files are larger than ${mib} MiB, the limit of one import.`);
  }
}

/** Whether a file is one that systems and tools keep for themselves: nobody needs to hear of it. */
export function isHidden(path: string): boolean {
  return path
    .split("/")
    .some((part) => part.startsWith(".") || /^(?:__MACOSX|node_modules|Thumbs\.db|desktop\.ini|.*\.meta)$/i.test(part));
}
