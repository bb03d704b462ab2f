/** A piece of quoted text inside code. */
export interface QuotedPart {
  /** Place of the opening quote. */
  start: number;
  /** Place after the closing quote. */
  end: number;
  /** Words of the text, its escapes read. */
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
    parts.push({ start: at, end: close + 1, value: unescaped(text.slice(at + 1, close)) });
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

/** The words of a text that is nothing but one string of JavaScript; null for any other, and for one without words. */
export function wholeString(text: string): string | null {
  const [part] = quotedParts(text, 0, text.length);
  if (part === undefined || part.start !== 0 || part.end !== text.length) return null;
  return part.value.trim() === "" ? null : part.value;
}

/** A text within quotes as JavaScript reads it; white space of any kind is a space. */
function unescaped(source: string): string {
  if (!source.includes("\\")) return source;
  return source.replace(/\\(u[0-9a-fA-F]{4}|.)/g, (_, escaped: string) => {
    if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[nrtvfb]/.test(escaped) ? " " : escaped;
  });
}
