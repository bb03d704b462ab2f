import { type Expression, type FunctionName, walkExpression } from "../expression.ts";

/** Name by which a rule speaks of the entity that it is asked about. */
export const SELF = "self";

/** Functions that a rule may ask, which look no further than the entity's own facts and relationships. */
const ASKED: readonly FunctionName[] = ["fact", "has_item", "relationship"];

/**
 * Returns what is wrong with an expression as a condition of a rule, or null. A rule asks about one entity: its properties, its facts, what
 * it has and how it stands with others. Anything of a playthrough is refused, and so is anything of another entity.
 */
export function faultInCondition(condition: Expression): string | null {
  let fault: string | null = null;
  let asksSelf = false;
  walkExpression(condition, (part) => {
    if (fault !== null) return;
    if ("var" in part || "ref" in part) fault = "a rule knows no playthrough: it asks no variables and no cards";
    else if ("entity" in part) {
      if (part.entity === SELF) asksSelf = true;
      else fault = `a rule asks about the entity "${SELF}"`;
    } else if ("op" in part) {
      if (part.op === "opaque") fault = "must be an expression that can be worked out";
    } else if ("fn" in part) {
      const [first] = part.args;
      if (!ASKED.includes(part.fn)) fault = `${part.fn} cannot be asked by a rule; ${ASKED.join(", ")} can`;
      else if (first === undefined || !("lit" in first) || first.lit !== SELF)
        fault = `the first argument of ${part.fn} is {"lit": "${SELF}"} in a rule`;
      else if (part.args.slice(1).some((arg) => !("lit" in arg)))
        fault = `the arguments of ${part.fn} are constants in a rule`;
      else asksSelf = true;
    }
  });
  return fault ?? (asksSelf ? null : `asks nothing about the entity "${SELF}"`);
}

/** The paths of properties that conditions ask. */
export function pathsAsked(conditions: readonly Expression[]): string[] {
  const paths = new Set<string>();
  for (const condition of conditions) {
    walkExpression(condition, (part) => {
      if ("entity" in part) paths.add(part.path);
    });
  }
  return [...paths];
}

/** The predicates of facts, and whether relationships are asked, by conditions. */
export function askedBy(conditions: readonly Expression[]): {
  readonly predicates: readonly string[];
  readonly ties: boolean;
} {
  const predicates = new Set<string>();
  let ties = false;
  for (const condition of conditions) {
    walkExpression(condition, (part) => {
      if (!("fn" in part) || "op" in part) return;
      const [, second] = part.args;
      if (part.fn !== "fact") ties = true;
      else if (second !== undefined && "lit" in second) predicates.add(String(second.lit));
    });
  }
  return { predicates: [...predicates], ties };
}
