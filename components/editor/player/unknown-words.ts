import type { DescribedNames } from "#domain/describe-logic.ts";
import { type Expression, walkExpression } from "#domain/expression.ts";
import { isEntityId, type PlayedDialogue } from "#domain/runtime/story.ts";

/** Returns the reason why a condition cannot be decided, in words; null where there is no known one. */
export function whyUnknown(
  condition: Expression,
  { variables, world }: Pick<PlayedDialogue, "variables" | "world">,
  { entity: nameOf = () => undefined }: DescribedNames,
): string | null {
  const reasons = new Set<string>();
  walkExpression(condition, (part) => {
    if ("op" in part && part.op === "opaque") reasons.add("it is written in another language");
    else if ("var" in part && !variables.has(part.var)) reasons.add("the variable is not declared");
    else if ("entity" in part) {
      const known = world?.entities[part.entity];
      if (known === undefined) reasons.add("whom or what it asks about is gone");
      else if (isSeveral(known.properties, part.path))
        reasons.add(`${nameOf(part.entity) ?? "someone"}’s ${part.path} is more than one value`);
    } else if ("lit" in part && isEntityId(part.lit) && world?.entities[part.lit] === undefined) {
      reasons.add("whom or what it asks about is gone");
    } else if ("fn" in part && !("op" in part) && part.fn === "world_time" && (world?.time ?? null) === null)
      reasons.add("nobody tells the time of the world");
  });
  return reasons.size === 0 ? null : [...reasons].join(", and ");
}

/** Whether a list, or properties of their own, stand at a path: nothing can be compared with them. */
function isSeveral(properties: Readonly<Record<string, unknown>>, path: string): boolean {
  let at: unknown = properties;
  for (const key of path.split(".")) {
    if (typeof at !== "object" || at === null || Array.isArray(at) || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === "object" && at !== null;
}
