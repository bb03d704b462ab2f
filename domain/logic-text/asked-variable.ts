import type { VariableType } from "../dialogue/wire.ts";
import type { Expression } from "../expression.ts";
import { checkCondition, checkEffect, type VariableDeclaration } from "../expression-type.ts";
import type { NamedVariable, NameIndex } from "./name-index.ts";
import { type ReadChange, readChanges, readConditions, UnknownName } from "./read-logic.ts";
import { LogicTextError, tokensOf } from "./tokens.ts";

/** A variable that a text names and nobody declared, as the text uses it. */
export interface AskedVariable {
  readonly name: string;
  readonly type: VariableType;
  readonly enum_values: readonly string[];
}

/** Types in the order in which they are tried: the first that fits is the simplest. */
const TYPES = ["boolean", "integer", "number", "string"] as const;
/** Words after or before which a set stands. */
const OF_SETS: ReadonlySet<string> = new Set(["has", "put", "remove"]);

/** Unknown variables that one text names, at most. */
const MOST = 20;

/**
 * Returns the variable to declare so that a text that names it can be read, with the type that its use asks for; null where the text
 * could not be read with it either.
 */
export function askedVariable(
  text: string,
  form: "conditions" | "changes",
  names: NameIndex,
  named: string,
): AskedVariable | null {
  const [unknown] = unknownOf(text, form, names, []);
  if (unknown === undefined) return null;
  const tokens = tokensOf(text);
  const isFraction = tokens.some((token) => token.type === "number" && !Number.isInteger(token.value));
  const texts = [...new Set(tokens.flatMap((token) => (token.type === "string" ? [token.value] : [])))];
  let best: { type: VariableType; mistakes: number } | null = null;
  const isSet =
    texts.length > 0 && tokens.some((token) => token.type === "word" && OF_SETS.has(token.text.toLowerCase()));
  for (const type of isSet ? (["set", ...TYPES] as const) : TYPES) {
    if (type === "integer" && isFraction) continue;
    const mistakes = mistakesWith(text, form, names, { type, enum_values: type === "set" ? texts : [] });
    if (mistakes !== null && (best === null || mistakes < best.mistakes)) best = { type, mistakes };
  }
  return best === null ? null : { name: named, type: best.type, enum_values: best.type === "set" ? texts : [] };
}

/** Returns the number of type mistakes of a text where every unknown variable is declared so; null where it cannot be read. */
function mistakesWith(
  text: string,
  form: "conditions" | "changes",
  names: NameIndex,
  declared: VariableDeclaration,
): number | null {
  const supposed: NamedVariable[] = [];
  for (let tries = 0; tries < MOST; tries++) {
    const known = names.with(supposed);
    const [unknown] = unknownOf(text, form, names, supposed);
    if (unknown !== undefined) {
      supposed.push({ id: `supposed ${supposed.length}`, name: unknown, ...declared });
      continue;
    }
    const variables = new Map(known.variables.map((each) => [each.id, each]));
    const read = readOf(text, form, known);
    const declarations = (id: string) => variables.get(id);
    return read === null ? null : read.flatMap((each) => findingsOf(each, form, declarations)).length;
  }
  return null;
}

function findingsOf(
  read: Expression | ReadChange,
  form: "conditions" | "changes",
  declarations: (id: string) => VariableDeclaration | undefined,
) {
  return form === "changes"
    ? checkEffect(read as ReadChange, declarations)
    : checkCondition(read as Expression, declarations);
}

/** The first variable that a text names and nobody declared, if any. */
function unknownOf(
  text: string,
  form: "conditions" | "changes",
  names: NameIndex,
  supposed: readonly NamedVariable[],
): string[] {
  try {
    readAs(text, form, names.with(supposed));
    return [];
  } catch (error) {
    return error instanceof UnknownName && error.kind === "variable" ? [error.named] : [];
  }
}

function readOf(text: string, form: "conditions" | "changes", names: NameIndex): (Expression | ReadChange)[] | null {
  try {
    return readAs(text, form, names);
  } catch (error) {
    if (error instanceof LogicTextError) return null;
    throw error;
  }
}

function readAs(text: string, form: "conditions" | "changes", names: NameIndex): (Expression | ReadChange)[] {
  return form === "conditions" ? readConditions(text, names).conditions : readChanges(text, names).changes;
}
