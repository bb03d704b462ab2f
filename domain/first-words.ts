const ELLIPSIS = "…";

/** The beginning of a text on one line, cut between words where there are any; what an untitled thing is called by. */
export function firstWords(text: string, limit = 60): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const points = Array.from(line);
  if (points.length <= limit) return line;
  const head = points.slice(0, limit).join("");
  const space = head.lastIndexOf(" ");
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}${ELLIPSIS}`;
}
