import { z } from "zod";
import { sourceOf } from "#domain/dialogue/states.ts";
import { VARIABLE_SCOPES, VARIABLE_TYPES } from "#domain/dialogue/wire.ts";
import { finiteNumber, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { shownVersion } from "../../operation/ordinary/shown-version.ts";
import { versionFields } from "../../record/wire.ts";
import { MAX_ENUM_VALUES, variableResource } from "../dialogues/public.ts";

/** A value of a variable, as it may be sent. */
export const variableValue = z.union([
  z.boolean(),
  finiteNumber(),
  text({ max: 10_000 }),
  z.array(text({ max: 200 })).max(MAX_ENUM_VALUES),
]);

const SCOPE_WORDS =
  "How long it keeps its value: `project` from one playthrough to the next, `playthrough` until its end, `dialogue` until another dialogue is entered, `temporary` until the next decision.";

export const Variable = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    type: z.enum(VARIABLE_TYPES),
    default: z.union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())]),
    enum_values: z
      .array(z.string())
      .meta({ description: "The values of an enum, or those a set can have, in order; empty for other types." }),
    scope: z.enum(VARIABLE_SCOPES).meta({ description: SCOPE_WORDS }),
    min: z.number().nullable().meta({ description: "The least value of a number; null is without bound." }),
    max: z.number().nullable().meta({ description: "The greatest value of a number; null is without bound." }),
    description: z.string(),
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
    ...versionFields,
  })
  .meta({ id: "Variable" });

export const variableFields = {
  name: text({ min: 1, max: 100, singleLine: true }),
  type: z.enum(VARIABLE_TYPES),
  default: variableValue.meta({
    description:
      "A value of the type, of a set the list of those in it; its neutral value (false, 0, empty, the first) when absent.",
  }),
  enum_values: z
    .array(text({ min: 1, max: 200, singleLine: true }))
    .max(MAX_ENUM_VALUES)
    .refine((values) => new Set(values).size === values.length, "enum values must differ"),
  scope: z.enum(VARIABLE_SCOPES).meta({ description: SCOPE_WORDS }),
  min: finiteNumber().nullable().meta({ description: "Minimum of a number; smaller values are raised to it." }),
  max: finiteNumber().nullable().meta({ description: "Maximum of a number; larger values are lowered to it." }),
  description: text({ max: 5_000 }),
};

export const variableApi = apiResource({
  resource: variableResource,
  one: "variable",
  param: "variable_id",
  wire: Variable,
  fields: variableFields,
  toWire: (version) => {
    const { source_format, source_story, source_key, ...shown } = shownVersion(variableResource, version);
    const source = sourceOf(version);
    return { ...shown, source: source && { ...source, story: source_story } };
  },
});
