import { type JsonSchema, type OpenApiDocument, resolveSchema } from "./openapi-document.ts";
import { factsOf, typeName, withoutNull } from "./schema-type.ts";

/** One row of a table of fields. */
export interface Field {
  name: string;
  /** Shown type, such as `array of string`. */
  type: string;
  /** The component this is, for a link to its own entry; null for plain types. */
  object: string | null;
  required: boolean;
  nullable: boolean;
  deprecated: boolean;
  description: string | null;
  /** Bounds, default, allowed values: a phrase each. */
  facts: string[];
  /** Fields inside it. Empty for plain types, and for a component inside another, which is a link away. */
  fields: Field[];
  /** The forms a value may take, when there are several. */
  variants: Variant[];
}

/** One of several forms of a value. */
export interface Variant {
  title: string;
  object: string | null;
  fields: Field[];
}

interface Walk {
  document: OpenApiDocument;
  /** Whether a component is being shown further out: one inside it is only named, or nodes would unfold for ever. */
  inComponent: boolean;
  depth: number;
}

const DEEPEST = 4;

/** One field for a schema that has a name of its own, such as a parameter. */
export function fieldOf(document: OpenApiDocument, name: string, schema: JsonSchema, required: boolean): Field {
  return toField({ document, inComponent: false, depth: DEEPEST }, name, schema, required);
}

/** The forms and fields of a body. */
export function shapeOf(document: OpenApiDocument, schema: JsonSchema): { fields: Field[]; variants: Variant[] } {
  return inside({ document, inComponent: false, depth: DEEPEST }, schema);
}

/** The forms and fields of a component; those it holds are named. */
export function componentShape(
  document: OpenApiDocument,
  schema: JsonSchema,
): { fields: Field[]; variants: Variant[] } {
  return inside({ document, inComponent: true, depth: DEEPEST }, schema);
}

function toField(walk: Walk, name: string, schema: JsonSchema, required: boolean): Field {
  const { schema: outer } = resolveSchema(walk.document, schema);
  const { schema: bare, nullable } = withoutNull(walk.document, schema);
  const { schema: own, name: object } = resolveSchema(walk.document, bare);
  const element = elementOf(own);
  const content = own.contentSchema === undefined ? null : resolveSchema(walk.document, own.contentSchema).name;
  const elementObject = element === null ? null : resolveSchema(walk.document, element).name;
  return {
    name,
    type: typeName(walk.document, bare),
    object: object ?? content ?? elementObject,
    required,
    nullable,
    deprecated: own.deprecated === true,
    description: outer.description ?? own.description ?? null,
    facts: factsOf(walk.document, { ...own, ...("default" in outer && { default: outer.default }) }),
    ...inside(walk, bare),
  };
}

function elementOf(schema: JsonSchema): JsonSchema | null {
  if (typeof schema.items === "object") return schema.items;
  const additional = schema.additionalProperties;
  return typeof additional === "object" && Object.keys(additional).length > 0 ? additional : null;
}

function inside(walk: Walk, schema: JsonSchema): { fields: Field[]; variants: Variant[] } {
  const { schema: own, name } = resolveSchema(walk.document, schema);
  if ((name !== null && walk.inComponent) || walk.depth === 0) return { fields: [], variants: [] };
  const next = { ...walk, depth: walk.depth - 1, inComponent: walk.inComponent || name !== null };
  const forms = (own.oneOf ?? own.anyOf ?? []).filter((form) => form.type !== "null");
  if (forms.length > 1) return { fields: [], variants: variantsOf(next, forms) };
  const [only] = forms;
  if (only !== undefined) return inside(next, only);
  const fields = new Map<string, Field>();
  for (const part of [...(own.allOf ?? []), own]) {
    const { schema: resolved } = resolveSchema(walk.document, part);
    for (const [key, value] of Object.entries(resolved.properties ?? {})) {
      fields.set(key, toField(next, key, value, resolved.required?.includes(key) ?? false));
    }
  }
  if (fields.size > 0) return { fields: [...fields.values()], variants: [] };
  if (own.contentSchema !== undefined) return inside(next, own.contentSchema);
  const element = elementOf(own);
  return element === null ? { fields: [], variants: [] } : inside(next, element);
}

/**
 * Returns the forms worth a list: those with fields inside, or a name that links to them; `string or integer` is told
 * by the type.
 */
function variantsOf(walk: Walk, forms: readonly JsonSchema[]): Variant[] {
  const variants = forms.map((form) => {
    const { name } = resolveSchema(walk.document, form);
    return { title: titleOf(walk.document, form), object: name, fields: inside(walk, form).fields };
  });
  return variants.some(({ fields, object }) => fields.length > 0 || object !== null) ? variants : [];
}

/** Returns the title that tells a form from its neighbours: the fields with only one possible value, else its type. */
function titleOf(document: OpenApiDocument, form: JsonSchema): string {
  const { schema } = resolveSchema(document, form);
  const fixed = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const values = value.const === undefined ? (value.enum ?? []) : [value.const];
    const shown = values.map((item) => JSON.stringify(item));
    return shown.length > 0 && schema.required?.includes(key) ? [`${key}: ${shown.join(" | ")}`] : [];
  });
  const [first] = fixed;
  if (first !== undefined) return first;
  const [lead] = schema.required ?? [];
  return schema.title ?? (lead === undefined ? typeName(document, form) : `with ${lead}`);
}
