/** A short name for a story that has none: it depends on the names of its parts. */
export function fingerprint(names: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const char of names.join("\n")) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** Whether the key of a story was made of its parts, because nothing names it. */
export function isUntitled(key: string): boolean {
  return /^untitled: [0-9a-f]{8}$/.test(key);
}
