import { z } from "zod";
import { UNSOURCED } from "#domain/dialogue/states.ts";
import {
  declaresValues,
  fitsType,
  isBounded,
  VARIABLE_DEFAULTS,
  VARIABLE_SCOPES,
  VARIABLE_TYPES,
  withinBounds,
} from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { variableVersions } from "#drizzle/schema/variables.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { maxEntries } from "../../record/limits.ts";
import { resource, type Version } from "../../record/resource.ts";
import { sourceState } from "../entities/public.ts";

/** Values an enum may have. */
export const MAX_ENUM_VALUES = 500;

/** State of a variable as the record keeps it. */
export const VariableState = z.object({
  name: z.string(),
  type: z.enum(VARIABLE_TYPES),
  default: z.custom<VariableValue>(),
  enum_values: z.array(z.string()).default([]),
  scope: z.enum(VARIABLE_SCOPES).default(VARIABLE_DEFAULTS.scope),
  min: z.number().nullable().default(VARIABLE_DEFAULTS.min),
  max: z.number().nullable().default(VARIABLE_DEFAULTS.max),
  description: z.string().default(""),
  ...sourceState,
  /** Story that it belongs to, as the sources of dialogues name it; null where its key names it in every story. */
  source_story: z.string().nullable().default(null),
});
/** Origin of a variable that no import made. */
export const NO_ORIGIN = { ...UNSOURCED, source_story: null };
export type VariableState = z.output<typeof VariableState>;
export type VariableVersion = Version<VariableState>;

/** A project variable: what conditions read and effects write. Expressions name it by id, so renaming changes nothing. */
export const variableResource = resource({
  type: "variable",
  prefix: "var",
  table: variableVersions,
  state: VariableState,
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
