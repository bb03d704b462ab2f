/**
 * Characters of received values one answer repeats. Each missing field repeats its parent, so a body of a megabyte
 * with twenty missing fields would be answered with twenty megabytes.
 */
const LIMIT = 256 * 1024;

/** Keeps account of how much of the request an answer has repeated. */
export class Echo {
  private left = LIMIT;

  /** Whether this value may still be repeated; counts it when it may. */
  allows(value: unknown): boolean {
    const rest = this.left - size(value, this.left);
    if (rest < 0) return false;
    this.left = rest;
    return true;
  }
}

/** Roughly the length of a value's JSON, counted no further than just beyond the limit. */
function size(value: unknown, limit: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let total = 2;
  for (const [key, entry] of Object.entries(value)) {
    total += key.length + 4 + size(entry, limit - total);
    if (total > limit) break;
  }
  return total;
}
