import type { VariableType } from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { quoted } from "#domain/import/report.ts";
import type { ImportedVariable } from "#domain/import/story.ts";
import { jsonEqual } from "#domain/json.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";
import type { VariableVersion } from "../variable.ts";

/** Variable of a file whose name another variable of the project has. */
export interface VariableConflict {
  /** Name in the file. */
  readonly name: string;
  readonly variable_id: string;
  /** Name in the project. */
  readonly called: string;
  /** Whether it is the project's variable of that name. */
  readonly joined: boolean;
  readonly type: VariableType;
  /** First value in the file; null where the file gives none. */
  readonly default: VariableValue;
  /** Whether type or first value differ. */
  readonly differs: boolean;
  readonly existing: { id: string; name: string; type: VariableType; default: VariableValue };
}

export function conflictOf(
  variable: ImportedVariable,
  holder: VariableVersion,
  called: string,
  id: string,
): VariableConflict {
  const first = variable.guessed === true ? null : variable.default;
  const { name, type } = variable;
  return {
    ...{ name, variable_id: id, called, joined: id === holder.id, type, default: first },
    differs: type !== holder.type || (variable.guessed !== true && !jsonEqual(first, holder.default)),
    existing: { id: holder.id, name: holder.name, type: holder.type, default: holder.default },
  };
}

const TYPES: Readonly<Record<VariableType, string>> = {
  boolean: "yes or no",
  integer: "a whole number",
  number: "a number",
  string: "text",
  enum: "one of several values",
  set: "a set",
};

/** Returns a variable in words: "a whole number that begins with 5". */
function inWords({ type, default: first }: { type: VariableType; default: VariableValue }): string {
  return first === null ? TYPES[type] : `${TYPES[type]} that begins with ${valueInWords(first)}`;
}

function valueInWords(value: VariableValue): string {
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : quoted(value.join(", "));
  if (typeof value === "boolean") return yesOrNo(value);
  return typeof value === "string" ? quoted(value) : String(value);
}

export function renamedMessage(conflict: VariableConflict): string {
  const { name, called, existing, differs } = conflict;
  if (!differs)
    return `The project has a variable ${quoted(name)} already; the story's own is called ${quoted(called)}.`;
  return `The project has a variable ${quoted(name)} already, ${inWords(existing)}; the story's own, ${inWords(conflict)}, is called ${quoted(called)}.`;
}

export function joinedMessage(conflict: VariableConflict): string {
  const { name, existing } = conflict;
  return `The variable ${quoted(name)} is the project's ${quoted(existing.name)}, ${inWords(existing)}; in the file it is ${inWords(conflict)}.`;
}
