import type { z } from "zod";
import { memberName, ownValue, type SchemaNode, unwrap } from "./schema-walk.ts";
import { referencedId } from "./subject-reference.ts";

type Issue = z.core.$ZodIssue;

/** One member of a union and why the value is not that. `name` is null when it is the only one worth reporting. */
export type Branch = { name: string | null; schema: z.core.$ZodType; errors: readonly Issue[] };

/**
 * Choose the members of a failed union that the caller most likely meant: those of the value's own kind before others,
 * then those with a fixed value the caller gave, then those whose fields fit best. Several are kept when they fit
 * equally well. `null` is never worth reporting beside another member.
 */
export function helpfulBranches(union: SchemaNode, errors: readonly (readonly Issue[])[], value: unknown): Branch[] {
  const def = union._zod.def;
  if (def.type !== "union") return [];
  const id = referencedId(union);
  const members = def.options
    .map((schema, index) => ({ schema, errors: errors[index] ?? [] }))
    .filter(({ schema }) => unwrap(schema)._zod.def.type !== "null")
    // Whoever sends neither an id nor an object is told of ids.
    .filter(({ schema }) => id === null || schema === id || (typeof value === "object" && value !== null));
  const distances = members.map(
    (member) => distance(member.errors) - (sharesFixedValue(member.schema, value) ? NAMED : 0),
  );
  const nearest = Math.min(...distances);
  const chosen = members.filter((_, index) => distances[index] === nearest);
  return chosen.map((branch) => ({ name: chosen.length === 1 ? null : memberName(branch.schema), ...branch }));
}

const WRONG_KIND = 1_000_000;
const NAMED = 10_000;

/** Unknown and wrong fields weigh more than what is wrong inside a field, which has at least the right name. */
function distance(issues: readonly Issue[]): number {
  let total = 0;
  for (const issue of issues) {
    if (issue.path.length === 0 && isWrongKind(issue)) return WRONG_KIND;
    if (issue.code === "unrecognized_keys") total += 2 * issue.keys.length;
    else total += issue.path.length > 1 ? 1 : 2;
  }
  return total;
}

function sharesFixedValue(schema: z.core.$ZodType, value: unknown): boolean {
  const def = unwrap(schema)._zod.def;
  if (def.type !== "object") return false;
  return Object.entries(def.shape).some(([name, field]) => {
    const node = unwrap(field);
    return node._zod.def.type === "literal" && node._zod.values?.has(ownValue(value, name) as string) === true;
  });
}

/** A value that is not even of the member's kind; a nested union counts when none of its members is of the kind. */
function isWrongKind(issue: Issue): boolean {
  if (issue.code !== "invalid_union") return issue.code === "invalid_type" || issue.code === "invalid_value";
  if (issue.errors.length === 0) return false;
  return issue.errors.every((errors) => errors.some((inner) => inner.path.length === 0 && isWrongKind(inner)));
}
