import { GraphQLError, GraphQLScalarType, Kind, type ObjectValueNode, type ValueNode } from "graphql";
import { setOwn } from "#domain/json.ts";

/** Scalar for any JSON value: free-form data, or data of one of several forms. It keeps REST's names. */
export const JsonScalar = new GraphQLScalarType({
  name: "JSON",
  description: "Any JSON value. Names inside it are as REST has them.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => literal(node, variables ?? {}),
});

/** An integer that JavaScript holds exactly; GraphQL's own ends at 2³¹. */
export const SafeIntScalar = new GraphQLScalarType({
  name: "SafeInt",
  description: "An integer between −(2⁵³ − 1) and 2⁵³ − 1, such as a sequence.",
  serialize: safeInteger,
  parseValue: safeInteger,
  parseLiteral: (node) => {
    if (node.kind !== Kind.INT) throw new GraphQLError("SafeInt takes an integer.", { nodes: node });
    return safeInteger(Number(node.value));
  },
});

/** A moment; what is wrong with one that is sent, the operation says. */
export const DateTimeScalar = new GraphQLScalarType({
  name: "DateTime",
  description: "A date and time of RFC 3339; answers are in UTC.",
  serialize: (value) => value,
  parseValue: (value) => value,
});

function safeInteger(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new GraphQLError("SafeInt takes an integer between −(2⁵³ − 1) and 2⁵³ − 1.");
}

function literal(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return numberOf(node.value, node);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((each) => literal(each, variables));
    case Kind.OBJECT:
      return objectLiteral(node, variables);
    case Kind.VARIABLE:
      return variables[node.name.value];
  }
}

/** A number as JavaScript holds it; what it would change, or cannot hold, is refused as in a body. */
function numberOf(text: string, node: ValueNode): number {
  const number = Number(text);
  const isKept = Number.isFinite(number) && (node.kind !== Kind.INT || Number.isSafeInteger(number));
  if (!isKept) throw new GraphQLError("This number is too large to be stored exactly.", { nodes: node });
  return number;
}

/** An object of a document; `__proto__` stays a name, and is refused by whoever reads it. */
function objectLiteral(node: ObjectValueNode, variables: Readonly<Record<string, unknown>>): object {
  const object = {};
  for (const { name, value } of node.fields) setOwn<unknown>(object, name.value, literal(value, variables));
  return object;
}
