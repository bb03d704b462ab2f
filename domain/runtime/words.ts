import { isHighSurrogate } from "../code-points.ts";
import type { VariableValue } from "../expression.ts";
import { codePointLength, type TextMark } from "../text-marks/text-mark.ts";
import { currentValue } from "./effects.ts";
import type { PlayVariable } from "./story.ts";
import { valueInWords } from "./value.ts";
import { Work } from "./work.ts";

/** The name of a variable in braces, where its value is to stand in a text. */
const NAMED = /\{([^{}\n]+)\}/g;

/** Words of a story with the marks on them. */
export interface MarkedWords {
  readonly text: string;
  readonly text_marks?: readonly TextMark[] | undefined;
}

/** Words as a player reads them, with the marks of the ways in which they are set. */
export interface ShownWords {
  readonly text: string;
  /** Marks on the text as half-open ranges of code points; none of them is `literal`. */
  readonly text_marks: readonly TextMark[];
}

/** The names in braces of a text, each once: those of variables stand for their values. */
export function namesIn(words: MarkedWords): string[] {
  return [...new Set(Array.from(namedIn(words), nameOf))];
}

/** The name in what {@link namedIn} finds. */
export const nameOf = ({ 1: name = "" }: RegExpExecArray): string => name.trim();

/** The names in braces of what a node and its branches say, with what is told twice. */
export function namesSaidAt({
  branches,
  ...own
}: MarkedWords & {
  branches: readonly { readonly choice_text: string; readonly text_marks?: readonly TextMark[] | undefined }[];
}): string[] {
  return [own, ...branches.map(wordsOfChoice)].flatMap(namesIn);
}

/** Words of a choice with the marks on them. */
export function wordsOfChoice({
  choice_text: text,
  text_marks,
}: {
  readonly choice_text: string;
  readonly text_marks?: readonly TextMark[] | undefined;
}): MarkedWords {
  return { text, text_marks };
}

/** Finds what stands in braces, but for braces under a `literal` mark, which are read as they are. */
export function* namedIn({ text, text_marks = [] }: MarkedWords): Generator<RegExpExecArray> {
  if (!text.includes("{")) return;
  const literals = text_marks.filter(({ kind }) => kind === "literal");
  let [seen, place] = [0, 0];
  const isLiteral = (index: number): boolean => {
    place += codePointLength(text.slice(seen, index));
    seen = index;
    while (literals[0] !== undefined && literals[0].end <= place) literals.shift();
    return literals[0] !== undefined && literals[0].start <= place;
  };
  for (const found of text.matchAll(NAMED)) {
    const { index, 0: whole } = found;
    if (literals.length === 0 || !(isLiteral(index) || isLiteral(index + whole.length - 1))) yield found;
  }
}

/**
 * Words with the values of the variables they name in braces; what is no variable's name stays as it is written, and so does a brace
 * under a `literal` mark. A value takes the marks that its name has with its braces. It says as many characters as the work of its
 * page still has room for: the rest is left out, and an ellipsis stands for it.
 */
export function wordsWith(
  words: MarkedWords,
  variables: ReadonlyMap<string, PlayVariable>,
  values: Readonly<Record<string, VariableValue>>,
  work = new Work(),
): ShownWords {
  const { room } = work;
  const { text, text_marks = [] } = words;
  const marks = text_marks.filter(({ kind }) => kind !== "literal");
  const byName = namesOf(variables);
  /** Places in the words shown at which a mark begins and ends that does so at a place of the text. */
  const places: (readonly [number, number])[] = [];
  let said = "";
  let after = 0;
  let length = 0;
  const say = (written: string, value?: string): void => {
    said += value ?? written;
    if (marks.length === 0) return;
    const from = length;
    const count = codePointLength(written);
    length += value === undefined ? count : codePointLength(value);
    for (let at = 0; at < count; at++)
      places.push(value === undefined ? [from + at, from + at] : [at === 0 ? from : length, from]);
  };
  for (const found of namedIn(words)) {
    const variable = byName.get(nameOf(found));
    if (variable === undefined) continue;
    say(text.slice(after, found.index));
    say(found[0], valueInWords(currentValue({ values }, variable)));
    after = found.index + found[0].length;
    if (said.length > room) break;
  }
  if (said.length <= room) say(text.slice(after));
  const shown = cut(said, room);
  work.say(shown.length);
  // An ellipsis stands for words that are left out, and is under none of their marks.
  const end = codePointLength(shown) - (shown === said ? 0 : 1);
  const placed = (at: number, side: 0 | 1): number => Math.min(places[at]?.[side] ?? end, end);
  return {
    text: shown,
    text_marks: marks
      .map((mark) => ({ kind: mark.kind, start: placed(mark.start, 0), end: placed(mark.end, 1) }))
      .filter((mark) => mark.start < mark.end),
  };
}

/** A text of at most so many characters, and an ellipsis where that left some out; a character of two halves stays whole. */
export function cut(text: string, room: number): string {
  if (text.length <= room) return text;
  return `${text.slice(0, isHighSurrogate(text, room - 1) ? room - 1 : room)}…`;
}

const byNames = new WeakMap<ReadonlyMap<string, PlayVariable>, ReadonlyMap<string, PlayVariable>>();

function namesOf(variables: ReadonlyMap<string, PlayVariable>): ReadonlyMap<string, PlayVariable> {
  const known = byNames.get(variables);
  if (known !== undefined) return known;
  const found = new Map(Array.from(variables.values(), (variable) => [variable.name, variable]));
  byNames.set(variables, found);
  return found;
}
