import { createHash } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The time part of a moment 8,900 years away: no id that is made by a clock begins so. */
const FAR_FUTURE = "7zzzzzzzzz";

/**
 * A well-formed id for something a file names and nobody has, such as a passage that was never written. The same name in
 * the same place always gives the same id, so that importing again changes nothing, and validation reports it as missing.
 */
export function standInId(prefix: "dlg" | "node" | "ent", place: readonly string[], name: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([prefix, ...place, name]))
    .digest();
  let tail = "";
  for (let i = 0; i < 16; i++) tail += ALPHABET[(digest[i] ?? 0) & 31];
  return `${prefix}_${FAR_FUTURE}${tail}`;
}

/** Whether an id stands in for something that is nowhere. */
export function isStandIn(id: string): boolean {
  return id.slice(id.indexOf("_") + 1).startsWith(FAR_FUTURE);
}
