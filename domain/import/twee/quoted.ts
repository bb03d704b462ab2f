/** A piece of quoted text inside code. */
export interface QuotedPart {
  /** Place of the opening quote. */
  start: number;
  /** Place after the closing quote. */
  end: number;
  value: string;
}

/** The texts in straight quotes, single or double, between two places. A quote that its line does not close is none. */
export function quotedParts(text: string, from: number, to: number): QuotedPart[] {
  const parts: QuotedPart[] = [];
  for (let at = from; at < to; at++) {
    const quote = text.charAt(at);
    if (quote !== '"' && quote !== "'") continue;
    const close = closingQuote(text, at, to);
    if (close < 0) continue;
    parts.push({ start: at, end: close + 1, value: text.slice(at + 1, close) });
    at = close;
  }
  return parts;
}

function closingQuote(text: string, opening: number, to: number): number {
  const quote = text.charAt(opening);
  for (let at = opening + 1; at < to; at++) {
    const char = text.charAt(at);
    if (char === quote) return at;
    if (char === "\n") return -1;
    if (char === "\\") at++;
  }
  return -1;
}
