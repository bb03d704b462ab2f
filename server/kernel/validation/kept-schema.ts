import { z } from "zod";
import { referencedId } from "./subject-reference.ts";

/**
 * Returns the schema of a value that was accepted: without the bounds and patterns of requests, which may have been others when it
 * was written. What consists of several parts, such as an object or a union, is not looked into.
 */
export function keptSchema<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> {
  return kept(schema) as z.ZodType<z.output<Schema>>;
}

function kept(schema: z.ZodType): z.ZodType {
  if (referencedId(schema) !== null) return z.string();
  if (schema instanceof z.ZodNullable) return kept(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(kept(schema.element as z.ZodType));
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODateTime) return z.string();
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodBoolean) return z.boolean();
  if (schema instanceof z.ZodEnum) return z.enum(schema.enum);
  return z.custom();
}

/**
 * Returns the schema of a value as answers show it: what is kept, with whether a number is whole and what a text is, which readers
 * of the reference want to know.
 */
export function shownSchema<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> {
  return shown(schema) as z.ZodType<z.output<Schema>>;
}

function shown(schema: z.ZodType): z.ZodType {
  if (referencedId(schema) !== null) return z.string();
  if (schema instanceof z.ZodNullable) return shown(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(shown(schema.element as z.ZodType));
  if (schema instanceof z.ZodISODateTime) return z.iso.datetime();
  if (schema instanceof z.ZodString) return schema.format === "datetime" ? z.iso.datetime() : z.string();
  if (schema instanceof z.ZodNumber) return schema.format === "safeint" ? z.int() : z.number();
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodEnum) return kept(schema);
  return schema;
}
