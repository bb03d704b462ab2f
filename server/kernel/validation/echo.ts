import type { ValidationItem } from "./item.ts";

/** Characters of one received value that an answer repeats: enough to recognise it by. */
const LIMIT_OF_ONE = 1024;

/**
 * Characters of received values one answer repeats. Each missing field repeats its parent, so a body of a megabyte
 * with twenty missing fields would be answered with twenty megabytes.
 */
const LIMIT = 16 * 1024;

/** Items as they may be sent: `input` is left out where it is long, and everywhere once many were repeated. */
export function boundEchoes(items: readonly ValidationItem[]): ValidationItem[] {
  let left = LIMIT;
  return items.map((item) => {
    if (item.input === undefined || item.input === null) return item;
    const length = size(item.input, LIMIT_OF_ONE);
    if (length <= Math.min(left, LIMIT_OF_ONE)) {
      left -= length;
      return item;
    }
    const { input: _, ...rest } = item;
    return rest;
  });
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
