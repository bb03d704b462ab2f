/** Characters of a JSON value, roughly, without writing it down. */
export function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) for (const each of value) size += roughSize(each);
  else for (const [key, each] of Object.entries(value)) size += key.length + 4 + roughSize(each);
  return size;
}
