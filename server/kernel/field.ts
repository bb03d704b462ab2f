import type { z } from "zod";
import type { ID_PREFIXES } from "./ids.ts";

/** Properties of a field besides what it may hold. */
export interface FieldOptions<Value> {
  /** Name of the field on screens; made of its own name unless given. */
  readonly label?: string;
  /** Place of the field in the list of its resource: what names a row, a column, one that is shown when it is chosen, or none. */
  readonly screen?: "title" | "column" | "extra" | "none";
  /** Meaning of the field, for the reference; also in requests unless `request` says otherwise. */
  readonly description?: string;
  /** Description in requests, where sending it means more than reading it. */
  readonly request?: string;
  /** Value where none is sent, and of old events that lack the field. */
  readonly default?: Value extends readonly (infer Item)[] ? readonly Item[] : Value;
  /** Moments at which callers may set it: at any time, at the creation, or never, because the service does. `always` unless said otherwise. */
  readonly writable?: "always" | "once" | "never";
  /** Whether a creation without it is complete, though it has no default: the feature finds its value. */
  readonly optional?: true;
  /** Whether lists can be sorted by it. */
  readonly sort?: true;
  /** Whether lists can be narrowed to one value of it, with the description of that parameter. */
  readonly filter?: string;
  /** Type of the subject that it names by id, which may be gone or never was there. */
  readonly mentions?: keyof typeof ID_PREFIXES;
  /** Whether it names a file of the project by its SHA-256, which then stays with the project. */
  readonly file?: true;
  /** Column of the table where it is not the usual one of its type. */
  readonly column?: ColumnType;
  /** Schema of its form on the wire, where that says more than the value that is kept, such as a union of objects. */
  readonly wire?: z.ZodType;
}

/** Types of columns; `sorted text` compares by code point, `text` by the collation of the server. */
export type ColumnType =
  | "sorted text"
  | "text"
  | "text[]"
  | "boolean"
  | "integer"
  | "sequence"
  | "number"
  | "json"
  | "nullable json";

/** A field of a recorded subject, in one place: what it may hold, what it means, and who may set it. */
export interface Field<
  Schema extends z.ZodType = z.ZodType,
  Options extends FieldOptions<unknown> = FieldOptions<unknown>,
> {
  /** Schema of the value as requests send it. */
  readonly schema: Schema;
  readonly options: Options;
}

/** Fields of a subject, by their names. */
export type Fields = Readonly<Record<string, Field>>;

/** State that these fields make: the values that the record keeps. */
export type StateOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]["schema"]> };

/** Declares a field by the schema of its value in requests. */
export function field<Schema extends z.ZodType, const Options extends FieldOptions<NoInfer<z.output<Schema>>>>(
  schema: Schema,
  options: Options,
): Field<Schema, Options> {
  return { schema, options };
}
