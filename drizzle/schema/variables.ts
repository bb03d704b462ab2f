import { sql } from "drizzle-orm";
import { index, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { VARIABLE_DEFAULTS, VARIABLE_SCOPES, VARIABLE_TYPES } from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { field } from "#server/kernel/field.ts";
import { finiteNumber, singleLine, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { externalIdField } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Values an enum may have. */
export const MAX_ENUM_VALUES = 500;

/** A value of a variable, as it may be sent. */
export const variableValue = z.union([
  z.boolean(),
  finiteNumber(),
  text({ max: 10_000 }),
  z.array(text({ max: 200 })).max(MAX_ENUM_VALUES),
]);

/** Fields of a variable. */
export const variableFields = {
  external_id: externalIdField({ one: "variable", many: "variables" }),
  name: field(singleLine({ min: 1, max: 100 }), { sort: true, filter: "Only the variable of this name." }),
  type: field(z.enum(VARIABLE_TYPES), { sort: true, filter: "Only variables of this type." }),
  default: field(variableValue as z.ZodType<VariableValue>, {
    request:
      "A value of the type, of a set the list of those in it; its neutral value (false, 0, empty, the first) when absent.",
    optional: true,
    column: "nullable json",
    wire: z.union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())]),
  }),
  enum_values: field(
    z
      .array(singleLine({ min: 1, max: 200 }))
      .max(MAX_ENUM_VALUES)
      .refine((values) => new Set(values).size === values.length, "enum values must differ"),
    {
      description: "The values of an enum, or those a set can have, in order; empty for other types.",
      default: [],
    },
  ),
  scope: field(z.enum(VARIABLE_SCOPES), {
    description:
      "How long it keeps its value: `project` from one playthrough to the next, `playthrough` until its end, `dialogue` until another dialogue is entered, `temporary` until the next decision.",
    default: VARIABLE_DEFAULTS.scope,
    column: "text",
  }),
  min: field(finiteNumber().nullable(), {
    description: "The least value of a number; null is without bound.",
    request: "Minimum of a number; smaller values are raised to it.",
    default: VARIABLE_DEFAULTS.min,
  }),
  max: field(finiteNumber().nullable(), {
    description: "The greatest value of a number; null is without bound.",
    request: "Maximum of a number; larger values are lowered to it.",
    default: VARIABLE_DEFAULTS.max,
  }),
  description: field(text({ max: 5_000 }), { default: "", column: "text" }),
  source_format: field(z.string().nullable(), { writable: "never", default: null }),
  source_key: field(z.string().nullable(), { writable: "never", default: null }),
  /** Story that it belongs to, as the sources of dialogues name it; null where its key names it in every story. */
  source_story: field(z.string().nullable(), { writable: "never", default: null }),
};

/** Versions of project variables. */
export const variableVersions = versionTable("variable_versions", variableFields, (t) => [
  uniqueIndex("variable_versions_name").on(t.project_id, t.name).where(isCurrent),
  index("variable_versions_source")
    .on(t.project_id, t.source_key)
    .concurrently()
    .where(sql`${isCurrent} AND source_key IS NOT NULL`),
]);
