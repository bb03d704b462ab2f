import type { Declarations } from "../../expression-type.ts";
import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import type { ImportedVariable } from "../story.ts";
import { DIALECT_NAMES, type TweeDialect } from "./dialects.ts";
import type { TweePassage } from "./passages.ts";
import { everyPiece } from "./piece.ts";
import type { ReadPassage } from "./read-passage.ts";
import type { PassageRoles } from "./roles.ts";
import { NAMES, type Step, StepReader } from "./set-steps.ts";
import { Walk } from "./set-walk.ts";

interface NotSet {
  readonly read: readonly ReadPassage[];
  readonly roles: PassageRoles;
  readonly start: string | null;
  readonly scripts: readonly TweePassage[];
  readonly dialect: TweeDialect | null;
  /** Version of the story format; null where the file names none. */
  readonly version: string | null;
  readonly variables: readonly ImportedVariable[];
  readonly declarations: Declarations;
  readonly losses: Losses;
}

/**
 * Tells of each variable the first place that asks for it before anything sets it, where the story format makes another thing of that
 * than our first value. Only what is always carried out and always offered counts as a way there, and whatever may set a variable
 * sets it: a way that depends on a condition says nothing of what was set along it.
 */
export function tellValuesNotSet(story: NotSet): void {
  const { read, roles, start, scripts, dialect, variables, losses } = story;
  if (dialect === null || start === null || variables.length === 0) return;
  const reader = new StepReader(dialect, story.version, story.declarations);
  const steps = new Map(read.map(({ key, pieces }) => [key, reader.read(pieces)]));
  if (reader.uses.size === 0) return;
  const assumed = setElsewhere(steps, story);
  for (const { text } of scripts) for (const [name] of text.matchAll(NAMES)) assumed.add(name);
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const include = (target: string): Step => ({ kind: "include", target, isCertain: true });
  const opening = [...roles.values, ...roles.openings.map(({ key }) => key)].map(include);
  const walk = new Walk(steps, { opening, before: roles.before.map(include), after: roles.after.map(include), start });
  for (const name of reader.uses) {
    const variable = byName.get(name);
    if (variable === undefined || assumed.has(name)) continue;
    const found = walk.firstUse(name, reader.sets.has(name));
    if (found === null) continue;
    const ours = variable.type === "string" ? "an empty text" : String(variable.default);
    const theirs = dialect === "harlowe" ? "takes 0 for it" : "has no value for it";
    const what = `${quoted(asWritten(name, dialect))} can be asked for before anything sets it: ${DIALECT_NAMES[dialect]} ${theirs}, here it begins as ${ours}`;
    losses.add("twee_value_unset", what, found.line, found.passage);
  }
}

/** Variables that passages set which no link or macro names: a script, or a macro of the author, may carry those out. */
function setElsewhere(
  steps: ReadonlyMap<string, readonly Step[]>,
  { read, roles, start }: Pick<NotSet, "read" | "roles" | "start">,
): Set<string> {
  const named = new Set([...roles.values, ...roles.before, ...roles.after, ...roles.openings.map(({ key }) => key)]);
  if (start !== null) named.add(start);
  for (const { pieces } of read) {
    for (const piece of everyPiece(pieces)) {
      if (piece.kind === "link") named.add(piece.link.target);
      else if (piece.kind === "goto" || piece.kind === "include") named.add(piece.target);
    }
  }
  const found = new Set<string>();
  for (const [key, own] of steps) {
    if (named.has(key)) continue;
    for (const step of own)
      if (step.kind === "set" || step.kind === "link") for (const name of step.names) found.add(name);
  }
  return found;
}

function asWritten(name: string, dialect: TweeDialect): string {
  if (dialect === "chapbook") return name;
  return dialect === "snowman" ? `s.${name}` : `$${name}`;
}
