import { isHighSurrogate } from "../code-points.ts";
import type { VariableValue } from "../expression.ts";
import { currentValue } from "./effects.ts";
import type { PlayVariable } from "./story.ts";
import { valueInWords } from "./value.ts";
import { Work } from "./work.ts";

/** The name of a variable in braces, where its value is to stand in a text. */
const NAMED = /\{([^{}\n]+)\}/g;

/** The names in braces of a text, each once: those of variables stand for their values. */
export function namesIn(text: string): string[] {
  if (!text.includes("{")) return [];
  return [...new Set(Array.from(text.matchAll(NAMED), ([, name = ""]) => name.trim()))];
}

/** The names in braces of what a node and its branches say, with what is told twice. */
export function namesSaidAt({
  text,
  branches,
}: {
  text: string;
  branches: readonly { choice_text: string }[];
}): string[] {
  return [text, ...branches.map((branch) => branch.choice_text)].flatMap(namesIn);
}

/**
 * A text with the values of the variables it names in braces; what is no variable's name stays as it is written. It says as many
 * characters as the work of its page still has room for: the rest is left out, and an ellipsis stands for it.
 */
export function wordsWith(
  text: string,
  variables: ReadonlyMap<string, PlayVariable>,
  values: Readonly<Record<string, VariableValue>>,
  work = new Work(),
): string {
  const { room } = work;
  const said = text.includes("{") ? withValues(text, { variables, values, room }) : text;
  const words = cut(said, room);
  work.say(words.length);
  return words;
}

/** The words of a text, up to the first part at which there are more of them than there is room for. */
function withValues(
  text: string,
  {
    variables,
    values,
    room,
  }: {
    variables: ReadonlyMap<string, PlayVariable>;
    values: Readonly<Record<string, VariableValue>>;
    room: number;
  },
): string {
  const byName = namesOf(variables);
  let words = "";
  let after = 0;
  for (const found of text.matchAll(NAMED)) {
    const variable = byName.get((found[1] ?? "").trim());
    if (variable === undefined) continue;
    words += text.slice(after, found.index) + valueInWords(currentValue({ values }, variable));
    after = found.index + found[0].length;
    if (words.length > room) return words;
  }
  return words + text.slice(after);
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
