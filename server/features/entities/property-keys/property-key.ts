import { propertyKeyFields, propertyKeyVersions } from "#drizzle/schema/property-keys.ts";
import { Problem, ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, valueError } from "../../../kernel/validation/item.ts";
import { recorded } from "../../../operation/ordinary/recorded.ts";

/** Keys a project may declare: each is a row for every entity that has the property. */
const MAX_KEYS = 32;

/** A property of entities that lists find and sort by through an index. */
export const propertyKey = recorded({
  type: "property_key",
  plural: "property_keys",
  path: "/v1/projects/{project_id}/property-keys",
  table: propertyKeyVersions,
  fields: propertyKeyFields,
  example: { state: { path: "stats.courage" }, edits: { updated: { path: "stats.cunning" } } },
  invariants: async (record, changes, self) => {
    if (changes.every(({ before, after }) => before !== null || after === null)) return;
    const declared = await record.find(self, {});
    for (const { id, after, loc } of changes) {
      if (after === null) continue;
      const holder = declared.find((other) => other.id !== id && other.path === after.path);
      if (holder !== undefined) throw new Problem("name_taken", { detail: { id: holder.id, name: after.path } });
      if (declared.length > MAX_KEYS) {
        const failure = valueError(`a project declares at most ${MAX_KEYS} property keys`, { max_length: MAX_KEYS });
        throw new ValidationProblem([itemAt([...loc, "path"], failure, after.path)]);
      }
    }
  },
});
