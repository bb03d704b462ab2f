import { z } from "zod";
import { sourceOf, UNSOURCED } from "#domain/dialogue/states.ts";
import { declaresValues, fitsType, isBounded, withinBounds } from "#domain/dialogue/wire.ts";
import { MAX_ENUM_VALUES, variableFields, variableVersions } from "#drizzle/schema/variables.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxEntries } from "../../record/limits.ts";
import type { Version } from "../../record/resource.ts";

export type VariableState = StateOf<typeof variableFields>;
export type VariableVersion = Version<VariableState>;

/** Origin of a variable that no import made and no caller named. */
export const NO_ORIGIN = { external_id: null, ...UNSOURCED, source_story: null };

/** A project variable: what conditions read and effects write. Expressions name it by id, so renaming changes nothing. */
export const variable = recorded({
  type: "variable",
  plural: "variables",
  path: "/v1/projects/{project_id}/variables",
  table: variableVersions,
  fields: variableFields,
  wire: ({ source_format: _format, source_key: _key, source_story: _story, ...shown }) => ({
    ...shown,
    source: z
      .object({
        format: z.string(),
        story: z
          .string()
          .nullable()
          .meta({ description: "Story of the import; null where the key is one of its own." }),
        key: z.string(),
      })
      .nullable()
      .meta({ description: "Source of an imported variable; a repeated import of its story matches by it." }),
  }),
  toWire: (state) => {
    const { source_format: _format, source_key: _key, source_story: story, ...shown } = state;
    const source = sourceOf(state);
    return { ...shown, source: source && { ...source, story } };
  },
  example: {
    state: { name: "toll_paid", type: "boolean", default: false },
    edits: { updated: { description: "Whether the keeper has been paid." } },
  },
  limits: [maxEntries("enum_values", MAX_ENUM_VALUES)],
  invariants: async (record, changes, self) => {
    const kept = changes.flatMap(({ id, after, loc }) => (after === null ? [] : [{ id, after, loc }]));
    const holders = await record.find(self, { name: kept.map(({ after }) => after.name) });
    const byName = Map.groupBy(holders, (holder) => holder.name);
    for (const { id, after, loc } of kept) {
      const other = byName.get(after.name)?.find((holder) => holder.id !== id);
      if (other !== undefined) throw new Problem("name_taken", { detail: { name: after.name, id: other.id } });
      if (declaresValues(after.type) && after.enum_values.length === 0) {
        throw invalidValue(
          [...loc, "enum_values"],
          `${after.type === "set" ? "a set" : "an enum"} needs at least one value`,
          [],
        );
      }
      if (!fitsType(after.default, after.type, after.enum_values)) {
        throw invalidValue([...loc, "default"], `the default is not a value of type ${after.type}`, after.default);
      }
      checkBounds(after, loc);
    }
  },
});

export const variableResource = variable.resource;

function checkBounds({ type, default: value, min, max }: VariableState, loc: readonly (string | number)[]): void {
  if (!isBounded(type)) {
    for (const [field, bound] of Object.entries({ min, max })) {
      if (bound !== null) throw invalidValue([...loc, field], "only numbers have bounds", bound);
    }
    return;
  }
  if (min !== null && max !== null && min > max) {
    throw invalidValue([...loc, "max"], "the greatest value is less than the least", max);
  }
  if (typeof value === "number" && withinBounds(value, { min, max }) !== value) {
    throw invalidValue([...loc, "default"], "the default is outside of the bounds", value);
  }
}
