import type { TextRange } from "#domain/find-text.ts";

/** A text with what was found in it marked. */
export function MarkedText({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className="bg-warn-soft font-semibold text-on-warn-soft underline forced-colors:bg-[Highlight]">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return <span dir="auto">{parts}</span>;
}
