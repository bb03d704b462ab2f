import { unzipSync } from "fflate";
import { ImportError } from "../import-error.ts";
import { isHidden, pathOf, refuseMoreBytes, refuseMoreFiles } from "./file-limits.ts";
import { kindByName } from "./known-kinds.ts";
import type { ImportFile } from "./recognize-file.ts";

/** Base64 of the first bytes of an archive; an empty one begins otherwise. */
const BASE64_ZIP = /^\s*UEs(?:DB|FBg)[A-Za-z0-9+/\s]*=*\s*$/;

/** Whether a text is a zip archive in base64. */
export function isZipText(content: unknown): content is string {
  if (typeof content !== "string") return false;
  // The beginning of a long text tells it: what is wrong behind it is found when it is unpacked.
  return BASE64_ZIP.test(content.length > 200 ? content.slice(0, 200) : content);
}

/** Whether bytes are a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * Returns the bytes of a text in base64.
 *
 * @param what - Name of them in the message of a mistake.
 * @throws {ImportError} where a text is no base64
 */
export function bytesOfBase64(content: string, what = "The zip archive"): Uint8Array {
  let binary: string;
  try {
    binary = atob(content);
  } catch {
    throw new ImportError("invalid_syntax", `${what} is not valid base64.`);
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** File of an archive, with its text. */
export interface UnpackedFile extends ImportFile {
  readonly content: string;
}

/**
 * Returns the files of a zip archive with their texts; of those that are no text by their names, such as images, the content is empty.
 * Nothing is unpacked that is larger than the limits of an import by what the archive says, and nothing grows beyond that.
 *
 * @param isRead - Whether a file is unpacked, by its path.
 * @throws {ImportError} where it is damaged, protected by a password, or larger than an import may be
 */
export function filesOfZip(
  bytes: Uint8Array,
  isRead: (path: string) => boolean = (path) => kindByName(path) === null,
): UnpackedFile[] {
  const entries: { readonly path: string; readonly isText: boolean }[] = [];
  let count = 0;
  let size = 0;
  const isWanted = (name: string, packed: number, unpacked: number): boolean => {
    count += 1;
    // Folders and what systems add count as well: an archive can claim any number of them.
    refuseMoreFiles(count);
    const path = pathOf(name);
    if (path === "" || path.endsWith("/") || isHidden(path)) return false;
    const isText = isRead(path);
    entries.push({ path, isText });
    if (!isText) return false;
    size += Math.max(packed, unpacked);
    refuseMoreBytes(size);
    return true;
  };
  let unpacked: Map<string, Uint8Array>;
  try {
    const all = unzipSync(bytes, { filter: (file) => isWanted(file.name, file.size, file.originalSize) });
    unpacked = new Map(Object.entries(all).map(([name, content]) => [pathOf(name), content]));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError("invalid_syntax", "The zip archive is damaged or protected by a password.");
  }
  if (entries.some(({ path }) => path === "[Content_Types].xml"))
    throw new ImportError("unknown_format", "The file is an Office document, which cannot be imported.");
  return entries.map(({ path, isText }) => ({ name: path, content: isText ? textOf(unpacked.get(path)) : "" }));
}

/** Returns bytes as text: UTF-8, or UTF-16 with a byte order mark; what is neither holds a NUL character. */
export function textOf(bytes: Uint8Array = new Uint8Array()): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return "\0";
  }
}
