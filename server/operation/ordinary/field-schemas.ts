import { z } from "zod";
import { externalId } from "#drizzle/schema/external-id.ts";
import type { Field, Fields, KeptValue, SealedText } from "../../kernel/field.ts";
import { chosenId } from "../../kernel/validation/fields.ts";
import { keptSchema, shownSchema } from "../../kernel/validation/kept-schema.ts";
import { referencedId } from "../../kernel/validation/subject-reference.ts";
import { versionFields } from "../../record/wire.ts";
import { baseSeq } from "../edit.ts";
import { Erased } from "./sealing.ts";

type Options<F extends Field> = F["options"];

/** Whether callers set a field at some moment: those of no `writable` are set at any time. */
type IsWritable<F extends Field, When> =
  Options<F> extends { writable: infer Set } ? (Set extends When ? true : false) : true;

/** Names of the fields that callers set at some moment. */
export type WritableNames<F extends Fields, When extends "always" | "once"> = {
  [Name in keyof F]: IsWritable<F[Name], When> extends true ? Name : never;
}[keyof F];

/** Schemas of the fields that an update changes. */
export type UpdateShape<F extends Fields> = { [Name in WritableNames<F, "always">]: F[Name]["schema"] };

type OfCreation<F extends Field> =
  Options<F> extends { optional: true }
    ? z.ZodOptional<F["schema"]>
    : Options<F> extends { default: unknown }
      ? z.ZodDefault<F["schema"]>
      : F["schema"];

/** Body of a creation. */
export type CreationBody<F extends Fields> = z.ZodObject<
  { id: z.ZodOptional<z.ZodString> } & {
    [Name in WritableNames<F, "always" | "once">]: OfCreation<F[Name]>;
  },
  z.core.$strict
>;

/** Body that creates or changes a subject by its external id. */
export type UpsertBody<F extends Fields> = z.ZodObject<
  { external_id: z.ZodString } & {
    [Name in Exclude<WritableNames<F, "always" | "once">, "external_id">]: z.ZodOptional<F[Name]["schema"]>;
  } & { base_seq: typeof baseSeq },
  z.core.$strict
>;

/** Names of the fields that neither a caller nor a default gives at a creation. */
export type OwedNames<F extends Fields> = {
  [Name in keyof F]: Options<F[Name]> extends { default: unknown }
    ? never
    : Options<F[Name]> extends { optional: true } | { writable: "never" }
      ? Name
      : never;
}[keyof F];

type NotNull<Schema> = Schema extends z.ZodNullable<infer Inner> ? Inner : Schema;

type Filter<Schema> = Extract<NotNull<Schema>, z.ZodType<string | boolean>>;

/** Parameters that narrow a list. */
export type FilterShape<F extends Fields> = {
  [Name in keyof F as Options<F[Name]> extends { filter: string } ? Name : never]: Filter<F[Name]["schema"]>;
};

/** Schemas of fields as answers show them. */
export type ShownShape<F extends Fields> = { [Name in keyof F]: z.ZodType<ShownValue<F[Name]>, ShownValue<F[Name]>> };

/** Value of a field in answers: of a sealed one nothing is left but that it was erased, once a player was. */
type ShownValue<F extends Field> =
  | z.output<F["schema"]>
  | (Options<F> extends { sealed: true } ? z.output<typeof Erased> : never);

/** Form of a subject on the wire: its id, what it shows, and its sequences and times. */
export type WireOf<Shape extends z.ZodRawShape, IdName extends string = "id"> = z.ZodObject<
  { [Name in IdName]: z.ZodString } & { project_id: z.ZodString } & Shape & typeof versionFields
>;

/** Schema of the state that fields make, as the record keeps it. */
export type StateSchema<F extends Fields> = z.ZodObject<{
  [Name in keyof F]: z.ZodType<KeptValue<F[Name]>, KeptValue<F[Name]>>;
}>;

/** A sealed value as the record keeps it; null in events from before its field. */
const keptSealed = z.custom<SealedText>((value) => typeof value === "string").nullable();

/** Returns the schema of the state that fields make. A default stands in for a field that old events lack. */
export function stateSchema<F extends Fields>(fields: F): StateSchema<F> {
  return z.object(
    mapped(fields, ({ schema, options }) => {
      if (options.sealed) return keptSealed.default(null);
      const kept = keptSchema(schema);
      return options.default === undefined ? kept : kept.default(options.default);
    }),
  ) as StateSchema<F>;
}

/** Returns the schemas of fields as answers show them. */
export function shownShape<F extends Fields>(fields: F): ShownShape<F> {
  return mapped(fields, ({ schema, options }) => {
    const shown = options.wire ?? shownSchema(schema);
    return described(options.sealed ? z.union([shown, Erased]) : shown, options.description);
  }) as ShownShape<F>;
}

/** Returns the form on the wire of a subject that shows these fields. */
export function wireOf<Shape extends z.ZodRawShape, const IdName extends string>(
  shape: Shape,
  idName: IdName,
): WireOf<Shape, IdName> {
  const leading = { [idName]: z.string(), project_id: z.string() };
  return z.object({ ...leading, ...shape, ...versionFields }) as unknown as WireOf<Shape, IdName>;
}

/** Returns the schemas of requests for the fields that callers set at some moment. */
export function requestSchemas(fields: Fields, isAsked: (field: Field) => boolean): Record<string, z.ZodType> {
  const asked = Object.entries(fields).filter(([, each]) => isAsked(each));
  return mapped(Object.fromEntries(asked), ({ schema, options }) =>
    described(schema, options.request ?? options.description),
  );
}

/** Returns the body of a creation. */
export function creationBody<F extends Fields>(fields: F, prefix: string): CreationBody<F> {
  const schemas = requestSchemas(fields, ({ options }) => options.writable !== "never");
  const shape = Object.entries(schemas).map(([name, schema]) => {
    const { optional, default: value } = (fields[name] as Field).options;
    if (optional) return [name, schema.optional()];
    return [name, value === undefined ? schema : schema.default(value)];
  });
  return z.strictObject({ id: chosenId(prefix), ...Object.fromEntries(shape) }) as unknown as CreationBody<F>;
}

/**
 * Returns the body that creates or changes a subject by its external id. What is absent stays as it is, so it has no defaults;
 * `needed` is said of the fields without which a new subject is nothing.
 */
export function upsertBody<F extends Fields>(fields: F, needed: string): UpsertBody<F> {
  const { external_id: _, ...schemas } = requestSchemas(fields, ({ options }) => options.writable !== "never");
  const shape = Object.entries(schemas).map(([name, schema]) => {
    const { optional, default: value, writable } = (fields[name] as Field).options;
    const words = [schema.meta()?.description, ...(optional || value !== undefined ? [] : [needed])];
    if (writable === "once") words.push("It cannot change.");
    const told = words.filter((each) => each !== undefined);
    return [name, told.length === 0 ? schema.optional() : schema.optional().meta({ description: told.join(" ") })];
  });
  return z.strictObject({ external_id: externalId, ...Object.fromEntries(shape), base_seq: baseSeq }) as never;
}

/** Returns the parameters that narrow a list. */
export function filterShape<F extends Fields>(fields: F): FilterShape<F> {
  const filtered = Object.entries(fields).filter(([, { options }]) => options.filter !== undefined);
  return mapped(Object.fromEntries(filtered), ({ schema, options }) =>
    described(filterSchema(schema), options.filter),
  ) as FilterShape<F>;
}

/** Schema of a parameter that narrows to one value: the id of what a body may name otherwise too. */
function filterSchema(schema: z.ZodType): z.ZodType {
  const present = schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema;
  return referencedId(present) ?? present;
}

function mapped(fields: Fields, schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, schemaOf(each)]));
}

function described(schema: z.ZodType, description: string | undefined): z.ZodType {
  return description === undefined ? schema : schema.meta({ description });
}
