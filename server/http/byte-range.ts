import type { ByteRange } from "../adapters/objects/port.ts";

/**
 * Reads a `Range` header (RFC 9110 §14.2): one range of bytes; null for the whole, which also answers several ranges and what is not
 * understood; `none` where no byte is in the range.
 */
export function byteRange(header: string | null, length: number): ByteRange | "none" | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const count = Math.min(Number(to), length);
    return count === 0 ? "none" : { start: length - count, end: length - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return null;
  return start >= length ? "none" : { start, end: Math.min(to === "" ? length - 1 : Number(to), length - 1) };
}
