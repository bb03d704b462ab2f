import { codePointLength, type MarkedText, normalMarks, type TextMark } from "./text-mark.ts";

const BRACE = /[{}]/g;

/** Marks that say the same with fewer literal ones: those between which there is no brace become one. */
export function withFewerLiterals({ text, marks }: MarkedText): TextMark[] {
  const braces: number[] = [];
  let [seen, place] = [0, 0];
  for (const { index } of text.matchAll(BRACE)) {
    place += codePointLength(text.slice(seen, index));
    seen = index;
    braces.push(place);
  }
  const fewer: TextMark[] = [];
  let last: TextMark | undefined;
  let next = 0;
  for (const mark of marks) {
    if (mark.kind !== "literal") {
      fewer.push(mark);
      continue;
    }
    while ((braces[next] ?? mark.start) < (last?.end ?? 0)) next += 1;
    if (last !== undefined && (braces[next] ?? mark.start) >= mark.start) last.end = mark.end;
    else {
      last = { ...mark };
      fewer.push(last);
    }
  }
  return normalMarks(fewer, place + codePointLength(text.slice(seen)));
}
