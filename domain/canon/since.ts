/** A version of a subject: the sequences between which it held, and whether it says what is asked about. */
export interface SayingVersion {
  readonly valid_from_seq: number;
  readonly valid_to_seq: number;
  readonly says: boolean;
}

/** Returns the sequence since which versions, oldest first, have said the same without a break; null where the last does not. */
export function sinceOf(versions: readonly SayingVersion[]): number | null {
  let since: number | null = null;
  for (let at = versions.length - 1; at >= 0; at--) {
    const version = versions[at];
    const next = versions[at + 1];
    if (version === undefined || !version.says) break;
    if (next !== undefined && version.valid_to_seq + 1 !== next.valid_from_seq) break;
    since = version.valid_from_seq;
  }
  return since;
}
