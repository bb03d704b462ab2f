import type { ReactNode } from "react";
import type { Mention } from "#domain/book/mentions.ts";

interface MarkedTextProps {
  readonly text: string;
  readonly mentions: readonly Mention[];
  /** Draws a name. */
  readonly children: (words: string, id: string) => ReactNode;
}

/** A text with the names in it drawn in a way of their own. */
export function MarkedText({ text, mentions, children }: MarkedTextProps) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { id, start, end } of mentions) {
    parts.push(text.slice(at, start), <span key={start}>{children(text.slice(start, end), id)}</span>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
