/** Limits of the hierarchy (a longer index row would be a database error). */
export const MAX_DEPTH = 64;
export const MAX_PATH_BYTES = 2_000;

/** An external id as one step of a path: `/` and `%` are percent-encoded, everything else stands as it is. */
export function pathSegment(externalId: string): string {
  return externalId.replaceAll("%", "%25").replaceAll("/", "%2F");
}

/** Paths are stored with a slash at the end, so that one range covers a place and everything under it. */
export function childPath(parentPath: string | null, externalId: string): string {
  return `${parentPath ?? "/"}${pathSegment(externalId)}/`;
}

/** A stored path as the interface shows it: `/world/town`. */
export function shownPath(stored: string): string {
  return stored.slice(0, -1);
}

/** The bounds of a subtree in byte order: from the path itself up to, not including, the next sibling's first byte. */
export function subtreeRange(stored: string): { from: string; before: string } {
  return { from: stored, before: `${stored.slice(0, -1)}0` };
}

/** Returns the depth of a stored path; a root is 1. */
export function pathDepth(stored: string): number {
  return stored.split("/").length - 2;
}

/** Length in bytes of a path as the interface shows it, which is what its limit counts. */
export function pathBytes(stored: string): number {
  return Buffer.byteLength(stored, "utf8") - 1;
}
