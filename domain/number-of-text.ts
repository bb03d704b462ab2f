/** A number as people type it, with a comma or a true minus too; null when it is none. */
export function numberOfText(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}
