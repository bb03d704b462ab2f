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
  /**
   * Whether it is personal data of players: the record keeps it sealed under their keys, and an erased one reads `{erased: true}`. Such
   * a field is in no column that can be read, so nothing is filtered or sorted by it.
   */
  readonly sealed?: true;
}

declare const SEALED: unique symbol;

/** A value as the record keeps it where its field is sealed: what `sealField` of the envelope made of it. */
export type SealedText = string & { readonly [SEALED]: true };

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

/** Value of a field as the record keeps it: a sealed one is null in events from before the field, which stands for its default. */
export type KeptValue<F extends Field> = F["options"] extends { sealed: true }
  ? SealedText | null
  : z.output<F["schema"]>;

/** State that these fields make: the values that the record keeps. */
export type StateOf<F extends Fields> = { [Name in keyof F]: KeptValue<F[Name]> };

/** Names of the fields that are sealed. */
export type SealedNames<F extends Fields> = {
  [Name in keyof F]: F[Name]["options"] extends { sealed: true } ? Name : never;
}[keyof F];

/** Properties that a sealed field cannot have: each would need its value to be read where it is kept. */
type Readable = "sort" | "filter" | "column" | "mentions" | "file" | "wire";

type Unread<Options> = Options extends { sealed: true } ? { readonly [Name in Readable]?: never } : unknown;

/** Declares a field by the schema of its value in requests. */
export function field<Schema extends z.ZodType, const Options extends FieldOptions<NoInfer<z.output<Schema>>>>(
  schema: Schema,
  options: Options & Unread<Options>,
): Field<Schema, Options> {
  return { schema, options };
}
