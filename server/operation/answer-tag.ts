import { createHash } from "node:crypto";

/**
 * ETag of a subject whose answer also shows what the record does not keep: its version, and behind that, where `If-Match` does not
 * look, a number of up to fifteen digits that changes with the answer.
 */
export function answerTag({ valid_from_seq }: { valid_from_seq: number }, answer: object): string {
  const hash = createHash("sha256").update(JSON.stringify(answer)).digest("hex");
  return `${valid_from_seq}.${Number.parseInt(hash.slice(0, 12), 16)}`;
}
