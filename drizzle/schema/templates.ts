import { index, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { COLORS, DEFAULT_COLOR } from "#domain/dialogue/wire.ts";
import {
  canHoldSeveral,
  hasOptions,
  PLAIN_PROPERTY,
  PROPERTY_KINDS,
  TEMPLATE_ICONS,
  TEMPLATE_SUBJECTS,
  VALIDATION_MODES,
} from "#domain/templates/template.ts";
import { field } from "#server/kernel/field.ts";
import { finiteNumber, flag, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Properties that one template may have. */
const MAX_PROPERTIES = 60;
/** Options that one choice may have. */
const MAX_OPTIONS = 200;

const line = (max: number) => text({ min: 1, max, singleLine: true });

const about = {
  key: "Key in `properties` of the entity or node.",
  label: "Name of the field on screens.",
  kind: "Kind of its values: a string, a number, `true` or `false`, one or several of `options`, the id or `external_id` of an entity, the id of an image, or a date such as `1421-03-05`.",
  options: "Values of a choice, in their order; empty for other kinds.",
  of_type: "Type of the entities that a reference names; null for any.",
  several: "Whether a reference or a picture is a list of them.",
  min: "The least number; null is without bound.",
  max: "The greatest number; null is without bound.",
  description: "What is to be written here.",
} as const;

/** Declaration of a property as requests send it. */
const TemplatePropertyInput = z
  .strictObject({
    key: line(100).meta({ description: about.key }),
    label: line(100).meta({ description: about.label }),
    kind: z.enum(PROPERTY_KINDS).meta({ description: about.kind }),
    options: z
      .array(line(200))
      .max(MAX_OPTIONS)
      .refine((options) => new Set(options).size === options.length, "options must differ")
      .default([...PLAIN_PROPERTY.options])
      .meta({ description: about.options }),
    of_type: line(100).nullable().default(PLAIN_PROPERTY.of_type).meta({ description: about.of_type }),
    several: flag().default(PLAIN_PROPERTY.several).meta({ description: about.several }),
    min: finiteNumber().nullable().default(PLAIN_PROPERTY.min).meta({ description: about.min }),
    max: finiteNumber().nullable().default(PLAIN_PROPERTY.max).meta({ description: about.max }),
    description: text({ max: 1_000 }).default(PLAIN_PROPERTY.description).meta({ description: about.description }),
  })
  .superRefine(({ kind, options, of_type, several, min, max }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: "custom", path: [field], message });
    if (options.length > 0 && !hasOptions(kind)) refuse("options", "only choices have options");
    if (of_type !== null && kind !== "reference") refuse("of_type", "only a reference has a type");
    if (several && !canHoldSeveral(kind)) refuse("several", "only references and pictures can be several");
    if (kind === "number") {
      if (min !== null && max !== null && min > max) refuse("max", "the greatest value is less than the least");
    } else if (min !== null || max !== null) refuse(min === null ? "max" : "min", "only numbers have bounds");
  })
  .meta({ id: "TemplatePropertyInput" });

/** Declaration of a property as answers show it. */
const TemplateProperty = z
  .object({
    key: z.string().meta({ description: about.key }),
    label: z.string().meta({ description: about.label }),
    kind: z.enum(PROPERTY_KINDS).meta({ description: about.kind }),
    options: z.array(z.string()).meta({ description: about.options }),
    of_type: z.string().nullable().meta({ description: about.of_type }),
    several: z.boolean().meta({ description: about.several }),
    min: z.number().nullable().meta({ description: about.min }),
    max: z.number().nullable().meta({ description: about.max }),
    description: z.string().meta({ description: about.description }),
  })
  .meta({ id: "TemplateProperty" });

/** Fields of a template. */
export const templateFields = {
  applies_to: field(z.enum(TEMPLATE_SUBJECTS), {
    description: "Whether it describes entities of a type or nodes of a kind.",
    filter: "Only templates of entities, or of cards.",
    writable: "once",
  }),
  type: field(line(100), {
    description: "Type of the entities, such as `character`, or kind of the nodes, such as `line`.",
    filter: "Only the template of this type or kind.",
    writable: "once",
    sort: true,
  }),
  label: field(line(100), { description: "Name of the type on screens, such as `Character`.", screen: "title" }),
  icon: field(z.enum(TEMPLATE_ICONS).nullable(), {
    description: "Sign by which the type is told apart; null for the usual one.",
    default: null,
    column: "text",
  }),
  color: field(z.enum(COLORS), {
    description: "Colour token by which the type is told apart.",
    default: DEFAULT_COLOR,
    column: "text",
  }),
  properties: field(
    z
      .array(TemplatePropertyInput)
      .max(MAX_PROPERTIES)
      .refine(
        (properties) => new Set(properties.map(({ key }) => key)).size === properties.length,
        "two properties have the same key",
      ),
    {
      description: "Declared properties, in their order. Others stay free-form.",
      default: [],
      wire: z.array(TemplateProperty),
    },
  ),
  validate: field(z.enum(VALIDATION_MODES), {
    description:
      "What happens to a new value that does not fit: nothing, a warning in the studio, or a refusal (422). What is stored already stays.",
    default: "off",
    column: "text",
  }),
};

/** Versions of templates. */
export const templateVersions = versionTable("template_versions", templateFields, (t) => [
  uniqueIndex("template_versions_type").on(t.project_id, t.applies_to, t.type).where(isCurrent),
  index("template_versions_kind").on(t.project_id, t.applies_to, t.id).where(isCurrent),
]);
