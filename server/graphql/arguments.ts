import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { withMeaning } from "../http/openapi/field-meaning.ts";
import type { JsonSchemas } from "../http/openapi/json-schema.ts";
import { camelCase, pascalCase } from "../kernel/case-names.ts";
import type { KeyedOperation } from "../operation/operation.ts";
import { inputSchemas } from "../operation/schemas.ts";
import type { NamedKeyedOperation } from "../operations.ts";
import { prefixesIn } from "./ids.ts";
import { Names } from "./names.ts";
import type { Input } from "./session.ts";
import { type FieldOf, sentAs, type Types } from "./types.ts";

type Part = "params" | "query" | "body";

interface Argument extends FieldOf {
  readonly part: Part;
}

/** Fields of a body that the place of a read says. */
const PINNED: ReadonlySet<string> = new Set(["at_seq"]);

/** Arguments of a field, mapped to the input of its operation. */
export class Arguments {
  readonly #operation: KeyedOperation;
  readonly #names: Names<Argument>;

  /** `without` are parameters that are given in another way. */
  constructor(
    { area, name, operation }: NamedKeyedOperation,
    { types, schemas, without }: { types: Types; schemas: JsonSchemas; without: ReadonlySet<string> },
  ) {
    const owner = pascalCase(area) + pascalCase(name);
    this.#operation = operation;
    this.#names = new Names(`${area}.${name}`);
    const parts: [Part, JsonObject | null][] = [
      ["params", schemas.of(operation.params, "input")],
      ["query", schemas.of(inputSchemas(operation).query, "input")],
      ["body", operation.body === undefined ? null : schemas.of(operation.body, "input")],
    ];
    for (const [part, schema] of parts) {
      if (schema === null) continue;
      for (const argument of types.argumentsOf(schema, owner)) {
        const { wireName } = argument;
        if (without.has(wireName) && (part !== "body" || PINNED.has(wireName))) continue;
        const described = withMeaning(
          argument.description === undefined ? {} : { description: argument.description },
          wireName,
          `${area}_${name}`,
        );
        const description = typeof described.description === "string" ? described.description : undefined;
        this.#names.add(camelCase(wireName), { ...argument, description, part });
      }
    }
  }

  /** The arguments as they are declared to the builder, with others beside them. */
  declared(others: Readonly<Record<string, object>> = {}): Record<string, object> {
    const names = new Names<object>(this.#operation.path);
    for (const [name, argument] of this.#names.entries()) names.add(name, sentAs(argument));
    for (const [name, options] of Object.entries(others)) names.add(name, options);
    return Object.fromEntries(names.entries());
  }

  /** The arguments that were given, as the operation's parts. Null for a parameter is the same as nothing. */
  input(given: Readonly<Record<string, unknown>>): Input {
    const params: Record<string, string> = {};
    const query: Record<string, unknown> = {};
    const body: Record<string, unknown> = {};
    for (const [name, { wireName, part, shape }] of this.#names.entries()) {
      const value = given[name];
      if (value === undefined) continue;
      const wire = shape.toWire(value);
      if (part === "body") body[wireName] = wire;
      else if (wire === null) continue;
      else if (part === "query") query[wireName] = wire;
      // A parameter of another type is the address of nothing, as its text would be over REST.
      else params[wireName] = typeof wire === "string" ? wire : "\0";
    }
    return { params, query, body: this.#operation.body === undefined ? undefined : body };
  }
}

/** Whether the query of an operation has a parameter. */
export function takes({ query }: KeyedOperation, parameter: string): boolean {
  return query !== undefined && Object.hasOwn(query.shape, parameter);
}

/** The prefixes of the ids that a parameter takes; none where it takes other texts. */
export function prefixesOf(schemas: JsonSchemas, operation: KeyedOperation, parameter: string): string[] {
  for (const schema of [operation.params, inputSchemas(operation).query]) {
    const { properties } = schemas.of(schema, "input");
    const field = isJsonObject(properties) ? properties[parameter] : undefined;
    const prefixes = isJsonObject(field) ? prefixesIn(field) : [];
    if (prefixes.length > 0) return prefixes;
  }
  return [];
}
