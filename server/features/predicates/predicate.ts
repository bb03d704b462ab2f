import { predicateFields, predicateVersions } from "#drizzle/schema/predicates.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue, Problem, ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** Predicates that a project may declare: each write of a fact reads them. */
const MAX_PREDICATES = 500;

export type PredicateState = StateOf<typeof predicateFields>;

/** A predicate of facts with the rules for facts that have it. Facts name it by its text, declared or not. */
export const predicate = recorded({
  type: "predicate",
  plural: "predicates",
  path: "/v1/projects/{project_id}/predicates",
  table: predicateVersions,
  fields: predicateFields,
  example: {
    state: { name: "works_for", functional: true, inverse: "employs", description: "Whom somebody works for." },
    edits: { updated: { exclusive_with: ["retired_from"] } },
  },
  invariants: async (record, changes, self) => {
    const kept = changes.flatMap(({ id, before, after, loc }) => (after === null ? [] : [{ id, before, after, loc }]));
    if (kept.length === 0) return;
    for (const { after, loc } of kept) {
      if (!after.exclusive_with.includes(after.name)) continue;
      throw invalidValue([...loc, "exclusive_with"], "a predicate cannot exclude itself", after.name);
    }
    const declared = await record.find(self, {});
    for (const { id, before, after, loc } of kept) {
      const holder = declared.find((other) => other.id !== id && other.name === after.name);
      if (holder !== undefined) throw new Problem("name_taken", { detail: { id: holder.id, name: after.name } });
      requireOneInverse(
        after,
        declared.filter((other) => other.id !== id),
        loc,
      );
      if (before === null && declared.length > MAX_PREDICATES) {
        const failure = valueError(`a project declares at most ${MAX_PREDICATES} predicates`, {
          max_length: MAX_PREDICATES,
        });
        throw new ValidationProblem([itemAt([...loc, "name"], failure, after.name)]);
      }
    }
  },
});

/** Refuses a second inverse of a predicate, whichever of the two names the other. */
function requireOneInverse(
  { name, inverse }: PredicateState,
  others: readonly PredicateState[],
  loc: readonly (string | number)[],
): void {
  if (inverse === null) return;
  for (const other of others) {
    if (other.inverse === null) continue;
    const isSame = [name, inverse].sort().join("\n") === [other.name, other.inverse].sort().join("\n");
    if (isSame || ![other.name, other.inverse].some((each) => each === name || each === inverse)) continue;
    const problem = `\`${other.name}\` and \`${other.inverse}\` are inverse to each other already`;
    throw invalidValue([...loc, "inverse"], problem, inverse);
  }
}
