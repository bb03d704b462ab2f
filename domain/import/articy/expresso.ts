import type { Expression } from "../../expression.ts";
import { SYMBOL_COMPARISONS } from "../script/comparisons.ts";
import type { Guard } from "../script/guards.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import { type Assignment, readAssignments, readScriptExpression } from "../script/statements.ts";

/** Expressions of articy's words for visits; inside a node they refer to that node. */
const VISITS: Readonly<Record<string, Expression>> = {
  seen: { fn: "visited", args: [] },
  unseen: { op: "not", args: [{ fn: "visited", args: [] }] },
  seenCounter: { fn: "visits", args: [] },
};

/** articy's expresso over the global variables of a project, each named by its set and its own name. */
export function expresso(variables: ReadonlySet<string>): ScriptDialect {
  return {
    syntax: { sigils: false, possessives: false, macroCalls: false, andBeforeOr: true, itself: null },
    comparisons: new Map(SYMBOL_COMPARISONS),
    call: (name, args) => (name === "random" && args.length === 2 ? { fn: "random", args: [...args] } : null),
    name: (name) => {
      if (variables.has(name)) return { var: name };
      return Object.hasOwn(VISITS, name) ? (VISITS[name] ?? null) : null;
    },
  };
}

/** Comments do nothing. */
function bare(script: string): string {
  return script
    .replace(/\/\/[^\n]*/g, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .trim();
}

/** A condition, as it has to hold; none where nothing is written. */
export function guardsOf(script: string, dialect: ScriptDialect): Guard[] {
  const source = bare(script).replace(/;\s*$/, "");
  return source === "" ? [] : [{ source, expression: readScriptExpression(source, dialect), negated: false }];
}

/** Returns the assignments of an instruction, in order. */
export function assignmentsOf(script: string, dialect: ScriptDialect): Assignment[] {
  const source = bare(script);
  return source === "" ? [] : readAssignments(source, dialect);
}
