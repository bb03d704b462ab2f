/** Returns what was typed behind words while they were sent; all of it where it does not begin with them any more. */
export function typedBehind(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
