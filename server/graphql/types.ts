import SchemaBuilder, { type EnumRef, type InputObjectRef, type ObjectRef } from "@pothos/core";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { camelCase, pascalCase } from "../kernel/case-names.ts";
import { holdsIds } from "./ids.ts";
import { Names } from "./names.ts";
import { DateTimeScalar, JsonScalar, SafeIntScalar } from "./scalars.ts";
import { type Node, placed, type Session } from "./session.ts";

/** Types of the schema builder; all else comes from the operations when the process starts. */
export interface SchemaTypes {
  Context: Session;
  Scalars: {
    JSON: { Input: unknown; Output: unknown };
    SafeInt: { Input: number; Output: number };
    DateTime: { Input: string; Output: string };
    ID: { Input: string; Output: string };
  };
}

type Extended = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
export type Builder = PothosSchemaTypes.SchemaBuilder<Extended>;

type ScalarName = "String" | "Int" | "Float" | "Boolean" | "ID" | "JSON" | "SafeInt" | "DateTime";
type Named = ScalarName | ObjectRef<Extended, Node> | EnumRef<Extended, string> | InputObjectRef<Extended, object>;

/** The type of a value, in either direction. */
export interface Shape {
  readonly named: Named;
  readonly isList: boolean;
  readonly nullable: boolean;
  /** Converts an argument into the operation's input. */
  readonly toWire: (value: unknown) => unknown;
}

/** A field of an object: the names it has here and there, and its type. */
export interface FieldOf {
  readonly wireName: string;
  readonly shape: Shape;
  readonly description: string | undefined;
}

/** Makes a builder with the scalars of the interface. */
export function createBuilder(): Builder {
  const builder = new SchemaBuilder<SchemaTypes>({});
  builder.addScalarType("JSON", JsonScalar);
  builder.addScalarType("SafeInt", SafeIntScalar);
  builder.addScalarType("DateTime", DateTimeScalar);
  return builder;
}

const COMPONENT = "#/components/schemas/";
const INT32_MAX = 2 ** 31 - 1;
const GRAPHQL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const RESERVED: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** Names of the types at which documents begin. There are no subscriptions: changes are followed by the stream of events. */
const ROOTS: ReadonlySet<string> = new Set(["Query", "Mutation", "Subscription"]);

const same = (value: unknown) => value;

/** Whether a form of a union names a subject by its external id. */
function isReference(form: Json): boolean {
  if (!isJsonObject(form) || !isJsonObject(form.properties)) return false;
  const names = Object.keys(form.properties);
  return names.includes("external_id") && names.every((name) => name === "external_id" || name === "type");
}

/**
 * GraphQL's types of what the interface describes in JSON Schema. Objects with known fields become types, enums become enums;
 * unions and free-form objects are JSON, which the operation's own schema checks.
 */
export class Types {
  readonly #builder: Builder;
  readonly #components: Readonly<Record<string, JsonObject>>;
  /** Types that are made elsewhere, by the component they stand for. */
  readonly #known: ReadonlyMap<string, ObjectRef<Extended, Node>>;
  readonly #objects = new Map<string, ObjectRef<Extended, Node>>();
  readonly #inputs = new Map<string, { ref: InputObjectRef<Extended, object>; toWire: (value: unknown) => unknown }>();
  readonly #enums = new Map<string, EnumRef<Extended, string>>();

  constructor(
    builder: Builder,
    components: Readonly<Record<string, JsonObject>>,
    known: ReadonlyMap<string, ObjectRef<Extended, Node>>,
  ) {
    this.#builder = builder;
    this.#components = components;
    this.#known = known;
  }

  /** The fields of an object that is answered. `owner` names what has no name of its own. */
  fieldsOf(schema: JsonObject, owner: string): FieldOf[] {
    const own = this.resolve(schema).schema;
    return propertiesOf(own).map(([wireName, property, isRequired]) => ({
      wireName,
      shape: this.#output(property, { owner, field: wireName, nullable: !isRequired }),
      description: descriptionOf(property),
    }));
  }

  /** The arguments that fields of an object which is sent make. */
  argumentsOf(schema: JsonObject, owner: string): FieldOf[] {
    const own = this.resolve(schema).schema;
    return propertiesOf(own).map(([wireName, property, isRequired]) => ({
      wireName,
      shape: this.#input(property, { owner, field: wireName, nullable: !isRequired }),
      description: descriptionOf(property),
    }));
  }

  /** The type of what an operation answers. */
  output(schema: JsonObject, name: string): Shape {
    return this.#output(schema, { owner: name, field: "", nullable: false });
  }

  /** Resolves a schema's reference, with its name. */
  resolve(schema: JsonObject): { schema: JsonObject; name: string | null } {
    const { $ref } = schema;
    if (typeof $ref !== "string" || !$ref.startsWith(COMPONENT)) return { schema, name: null };
    const name = $ref.slice(COMPONENT.length);
    const component = this.#components[name];
    if (component === undefined) throw new Error(`nothing describes "${name}"`);
    return { schema: component, name };
  }

  #output(given: JsonObject, place: Where): Shape {
    const { schema, nullable, name } = this.#plain(given, place.nullable);
    const scalar = (named: Named): Shape => ({ named, isList: false, nullable, toWire: same });
    if (isJsonObject(schema.items) && schema.type === "array") {
      const item = this.#output(schema.items, { ...place, nullable: false });
      // A list of lists, or one with gaps, is JSON.
      return item.isList || item.nullable ? scalar("JSON") : { ...item, isList: true, nullable };
    }
    if (isObject(schema)) {
      const known = name === null ? undefined : this.#known.get(name);
      return scalar(known ?? this.#object(schema, name ?? place.owner + pascalCase(place.field)));
    }
    return scalar(this.#scalar(schema, name, place));
  }

  #input(given: JsonObject, place: Where): Shape {
    const { schema, nullable, name } = this.#plain(given, place.nullable);
    const scalar = (named: Named): Shape => ({ named, isList: false, nullable, toWire: same });
    if (isJsonObject(schema.items) && schema.type === "array") {
      const item = this.#input(schema.items, { ...place, nullable: false });
      if (item.isList || item.nullable) return scalar("JSON");
      const toWire = (value: unknown) => (Array.isArray(value) ? value.map(item.toWire) : value);
      return { ...item, isList: true, nullable, toWire };
    }
    if (isObject(schema)) {
      const own = (name ?? place.owner + pascalCase(place.field)).replace(/(?:Input)?$/, "Input");
      const { ref, toWire } = this.#inputObject(schema, own);
      return { named: ref, isList: false, nullable, toWire };
    }
    return scalar(this.#scalar(schema, name, place));
  }

  /** A schema without what it refers to and without its null form. */
  #plain(given: JsonObject, absent: boolean): { schema: JsonObject; nullable: boolean; name: string | null } {
    let { schema, name } = this.resolve(given);
    let nullable = absent;
    const { type, anyOf } = schema;
    if (Array.isArray(type) && type.includes("null")) {
      const rest = type.filter((each) => each !== "null");
      schema = { ...schema, type: rest.length === 1 ? (rest[0] ?? null) : rest };
      nullable = true;
    } else if (Array.isArray(anyOf)) {
      const present = anyOf.filter((form) => !isJsonObject(form) || form.type !== "null");
      if (present.length < anyOf.length) nullable = true;
      // Variables of queries that send ids are typed so: what may be named otherwise over REST is an id here.
      const rest = present.filter((form) => !isReference(form));
      const [only] = rest;
      if (rest.length === 1 && isJsonObject(only)) {
        const inner = this.#plain(only, nullable);
        return { ...inner, name: inner.name ?? name };
      }
    }
    return { schema, nullable, name };
  }

  #scalar(schema: JsonObject, name: string | null, { owner, field }: Where): ScalarName | EnumRef<Extended, string> {
    const { type, enum: values, const: only } = schema;
    if (Array.isArray(values)) {
      const called = name ?? pascalCase(field);
      return this.enumeration(values, { name: called, owner: name ?? owner + called });
    }
    if (typeof only === "boolean") return "Boolean";
    if (typeof only === "string") return "String";
    switch (type) {
      case "string":
        if (schema.format === "date-time") return "DateTime";
        return holdsIds(field, schema) ? "ID" : "String";
      case "integer":
        return typeof schema.maximum === "number" && schema.maximum <= INT32_MAX ? "Int" : "SafeInt";
      case "number":
        return "Float";
      case "boolean":
        return "Boolean";
      case undefined:
        if (!isAnyText(schema)) return "JSON";
        return holdsIds(field, schema) ? "ID" : "String";
      default:
        // What may be one of several types, or anything, or an object with fields of its own choosing.
        return "JSON";
    }
  }

  /** The enum of some words. Fields of one name with the same words have the same, which is called after the first of them. */
  enumeration(
    values: readonly Json[],
    { name, owner }: { name: string; owner: string },
  ): ScalarName | EnumRef<Extended, string> {
    const words = values.filter((value) => typeof value === "string");
    if (words.length < values.length) return "JSON";
    if (!words.every((word) => GRAPHQL_NAME.test(word) && !word.startsWith("__") && !RESERVED.has(word)))
      return "String";
    const key = `${name} ${words.join(" ")}`;
    let ref = this.#enums.get(key);
    if (ref === undefined) {
      ref = this.#builder.enumType(owner, { values: words });
      this.#enums.set(key, ref);
    }
    return ref;
  }

  #object(schema: JsonObject, name: string): ObjectRef<Extended, Node> {
    const there = this.#objects.get(name);
    if (there !== undefined) return there;
    // A type of such a name would be a root of the schema.
    if (ROOTS.has(name)) throw new Error(`a schema needs another id than "${name}"`);
    const ref = this.#builder.objectRef<Node>(name);
    this.#objects.set(name, ref);
    implementObject(this.#builder, ref, {
      description: descriptionOf(schema),
      fields: plainFields(name, this.fieldsOf(schema, name)),
    });
    return ref;
  }

  #inputObject(schema: JsonObject, name: string) {
    const there = this.#inputs.get(name);
    if (there !== undefined) return there;
    const ref = this.#builder.inputRef<object>(name);
    const fields = new Names<FieldOf>(name);
    const toWire = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      const wire: Record<string, unknown> = {};
      for (const [field, { wireName, shape }] of fields.entries()) {
        const given = (value as Record<string, unknown>)[field];
        if (given !== undefined) wire[wireName] = shape.toWire(given);
      }
      return wire;
    };
    const made = { ref, toWire };
    // Before its fields, which may be of the same type.
    this.#inputs.set(name, made);
    for (const field of this.argumentsOf(schema, name)) fields.add(camelCase(field.wireName), field);
    const implementable = ref;
    implementable.implement({
      ...describedBy(descriptionOf(schema)),
      fields: (t) =>
        Object.fromEntries(fields.entries().map(([field, each]) => [field, t.field(sentAs(each) as never)])),
    });
    return made;
  }
}

interface Where {
  readonly owner: string;
  readonly field: string;
  readonly nullable: boolean;
}

/** Declaration of a field for the builder. */
export interface FieldOptions {
  readonly type: unknown;
  readonly nullable: boolean;
  readonly description?: string;
  readonly deprecationReason?: string;
  readonly args?: Readonly<Record<string, object>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly resolve: (source: never, args: never, session: Session) => unknown;
}

/** Gives an object type its fields. */
export function implementObject<Source>(
  builder: Builder,
  ref: ObjectRef<Extended, Source>,
  { description, fields }: { description: string | undefined; fields: Names<FieldOptions> },
): void {
  // A type without fields is none in GraphQL.
  if (fields.entries().length === 0) throw new Error(`the type ${ref.name} would be empty`);
  builder.objectType(ref, { ...describedBy(description), fields: (t) => declared(t, fields) as never });
}

/** Gives the schema its queries and mutations. */
export function implementRoots(builder: Builder, query: Names<FieldOptions>, mutation: Names<FieldOptions>): void {
  builder.queryType({ fields: (t) => declared(t, query) as never });
  builder.mutationType({ fields: (t) => declared(t, mutation) as never });
}

interface FieldMaker {
  field(options: never): unknown;
  arg(options: never): unknown;
}

function declared(maker: unknown, fields: Names<FieldOptions>): Record<string, unknown> {
  const t = maker as FieldMaker;
  return Object.fromEntries(
    fields.entries().map(([name, { args = {}, ...options }]) => {
      const sent = Object.fromEntries(Object.entries(args).map(([arg, its]) => [arg, t.arg(its as never)]));
      return [name, t.field({ ...options, args: sent } as never)];
    }),
  );
}

/** The fields that an answer has by itself. */
export function plainFields(owner: string, fields: readonly FieldOf[]): Names<FieldOptions> {
  const names = new Names<FieldOptions>(owner);
  for (const field of fields) names.add(camelCase(field.wireName), plainField(field));
  return names;
}

function plainField({ wireName, shape, description }: FieldOf): FieldOptions {
  const { named, isList, nullable } = shape;
  const isObjects = typeof named === "object" && "kind" in named && named.kind === "Object";
  const pick = (wire: JsonObject, { place }: Node) => {
    const value = wire[wireName];
    return isObjects ? placed(value, place) : value;
  };
  return {
    type: isList ? [named] : named,
    nullable,
    ...describedBy(description),
    resolve: (node: Node) => {
      const { wire } = node;
      return wire instanceof Promise ? wire.then((read) => pick(read, node)) : pick(wire, node);
    },
  };
}

/** An argument, or a field that is sent, as it is declared to the builder. */
export function sentAs({ shape, description }: Pick<FieldOf, "shape" | "description">): object {
  return { type: shape.isList ? [shape.named] : shape.named, required: !shape.nullable, ...describedBy(description) };
}

/** A description, where there is one. */
export function describedBy(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}

function isObject({ type, properties, additionalProperties }: JsonObject): boolean {
  if (type !== "object" || !isJsonObject(properties) || Object.keys(properties).length === 0) return false;
  return additionalProperties === undefined || additionalProperties === false;
}

function isAnyText({ anyOf }: JsonObject): boolean {
  return Array.isArray(anyOf) && anyOf.every((form) => isJsonObject(form) && form.type === "string");
}

function propertiesOf({ properties, required }: JsonObject): [name: string, schema: JsonObject, isRequired: boolean][] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => [
    name,
    isJsonObject(schema) ? schema : {},
    needed.includes(name),
  ]);
}

function descriptionOf({ description }: JsonObject): string | undefined {
  return typeof description === "string" ? description : undefined;
}
