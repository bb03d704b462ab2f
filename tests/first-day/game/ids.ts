import { createHash } from "node:crypto";

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Id of the game's own making, always the same for a name: what is loaded again is found again. */
export function idOf(prefix: string, name: string): string {
  const digest = createHash("sha256").update(`${prefix} ${name}`).digest();
  return `${prefix}_${[...digest.subarray(0, 26)].map((byte) => DIGITS[byte % 32]).join("")}`;
}
