import type { VariableValue } from "../expression.ts";
import { currentValue } from "./effects.ts";
import type { PlayVariable } from "./story.ts";
import { isSet } from "./value.ts";

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

/** A text with the values of the variables it names in braces; what is no variable's name stays as it is written. */
export function wordsWith(
  text: string,
  variables: ReadonlyMap<string, PlayVariable>,
  values: Readonly<Record<string, VariableValue>>,
): string {
  if (!text.includes("{")) return text;
  const byName = namesOf(variables);
  return text.replace(NAMED, (written, name: string) => {
    const variable = byName.get(name.trim());
    return variable === undefined ? written : valueInWords(currentValue({ values }, variable));
  });
}

/** A value as it stands in a text: a set with commas between its values, nothing where there is none. */
function valueInWords(value: VariableValue): string {
  if (isSet(value)) return value.join(", ");
  return value === null ? "" : String(value);
}

const byNames = new WeakMap<ReadonlyMap<string, PlayVariable>, ReadonlyMap<string, PlayVariable>>();

function namesOf(variables: ReadonlyMap<string, PlayVariable>): ReadonlyMap<string, PlayVariable> {
  const known = byNames.get(variables);
  if (known !== undefined) return known;
  const found = new Map(Array.from(variables.values(), (variable) => [variable.name, variable]));
  byNames.set(variables, found);
  return found;
}
