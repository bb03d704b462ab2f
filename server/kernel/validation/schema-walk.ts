import type { z } from "zod";
import { type Loc, nameForLoc } from "./item.ts";

/** A schema without the wrappers (optional, nullable, default, …) that do not change what a present value looks like. */
export type SchemaNode = z.core.$ZodTypes;

/** Strip wrappers down to the schema that looks at the received value. */
export function unwrap(schema: z.core.$ZodType): SchemaNode {
  let node = schema as SchemaNode;
  for (;;) {
    const def = node._zod.def;
    switch (def.type) {
      case "optional":
      case "nullable":
      case "default":
      case "prefault":
      case "nonoptional":
      case "readonly":
      case "catch":
        node = def.innerType as SchemaNode;
        break;
      case "lazy":
        node = (node as z.core.$ZodLazy)._zod.innerType as SchemaNode;
        break;
      case "pipe":
        node = def.in as SchemaNode;
        break;
      default:
        return node;
    }
  }
}

/** The schemas directly below a node, whatever the value. */
export function childrenOf(node: SchemaNode): z.core.$ZodType[] {
  const def = node._zod.def;
  switch (def.type) {
    case "object":
      return [...Object.values(def.shape), ...(def.catchall === undefined ? [] : [def.catchall])];
    case "array":
      return [def.element];
    case "tuple":
      return [...def.items, ...(def.rest === null ? [] : [def.rest])];
    case "record":
      return [def.keyType, def.valueType];
    case "union":
      return [...def.options];
    case "intersection":
      return [def.left, def.right];
    default:
      return [];
  }
}

/** The name of the discriminating field, when the node is a discriminated union. */
function discriminatorOf(node: SchemaNode): string | null {
  const def = node._zod.def;
  return def.type === "union" && "discriminator" in def ? String(def.discriminator) : null;
}

/** An own property of whatever was received; nothing inherited is ever a field. */
export function ownValue(container: unknown, key: PropertyKey): unknown {
  return hasOwn(container, key) ? (container as Record<PropertyKey, unknown>)[key] : undefined;
}

/** Whether the received value itself has this field. */
function hasOwn(container: unknown, key: PropertyKey): boolean {
  return typeof container === "object" && container !== null && Object.hasOwn(container, key);
}

/** The schemas that may describe a value, and the discriminator tag that chose among them. */
type Candidates = { nodes: SchemaNode[]; tag: string | null };

/** Resolve wrappers and unions: a discriminated union by the value's tag, any other to all its options. */
function candidatesFor(schema: z.core.$ZodType, value: unknown): Candidates {
  const node = unwrap(schema);
  const def = node._zod.def;
  if (def.type === "intersection") {
    return { nodes: [def.left, def.right].flatMap((side) => candidatesFor(side, value).nodes), tag: null };
  }
  if (def.type !== "union") return { nodes: [node], tag: null };
  const discriminator = discriminatorOf(node);
  if (discriminator !== null) {
    const tag = ownValue(value, discriminator);
    const chosen = def.options.find((option) => option._zod.propValues?.[discriminator]?.has(tag as string));
    if (chosen !== undefined) {
      return { nodes: candidatesFor(chosen, value).nodes, tag: tag === undefined ? null : String(tag) };
    }
  }
  return { nodes: def.options.flatMap((option) => candidatesFor(option, value).nodes), tag: null };
}

/** The schemas of one field or list entry; none where the schema does not know it. */
export function stepInto(node: SchemaNode, key: PropertyKey): z.core.$ZodType[] {
  const def = node._zod.def;
  switch (def.type) {
    case "object": {
      const field = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : def.catchall;
      return field === undefined || field._zod.def.type === "never" ? [] : [field];
    }
    case "record":
      return [def.valueType];
    case "array":
      return typeof key === "number" ? [def.element] : [];
    case "tuple": {
      const item = typeof key === "number" ? (def.items[key] ?? def.rest) : null;
      return item === null || item === undefined ? [] : [item];
    }
    default:
      return [];
  }
}

/** The name of a union member, used in a `loc` when several members are reported side by side. */
export function memberName(schema: z.core.$ZodType): string {
  const node = unwrap(schema);
  const meta = "meta" in schema ? (schema as z.ZodType).meta() : undefined;
  const given = meta?.id ?? meta?.title;
  if (typeof given === "string") return given;
  const def = node._zod.def;
  switch (def.type) {
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "number":
      return isInteger(node) ? "int" : "float";
    case "array":
      return `list[${memberName(def.element)}]`;
    case "record":
      return `dict[${memberName(def.keyType)},${memberName(def.valueType)}]`;
    case "object":
      return `{${Object.keys(def.shape).map(nameForLoc).join(",")}}`;
    default:
      return def.type;
  }
}

/** Whether a number schema takes integers only. */
export function isInteger(node: SchemaNode): boolean {
  return node._zod.def.type === "number" && (node as z.ZodNumber).format?.includes("int") === true;
}

/** The format of a text schema (`uuid`, `url`, `datetime`, …), if it has one. */
export function formatOf(node: SchemaNode): string | null {
  return node._zod.def.type === "string" ? (node as z.ZodString).format : null;
}

/** Location of an issue, in the received value and in the schema. */
export type IssueLocation = {
  loc: Loc;
  value: unknown;
  /** Whether the received value has this field at all. */
  present: boolean;
  /** Schemas at this location; empty for unknown fields. */
  schemas: z.core.$ZodType[];
  /** The same without wrappers, unions replaced by the members that may describe the value. */
  nodes: SchemaNode[];
  parent: unknown;
  /** The schemas that may describe the parent. */
  parentNodes: SchemaNode[];
};

/** Follow an issue's path through the received value and the schema, noting discriminator tags in the `loc`. */
export function locate(
  schema: z.core.$ZodType,
  received: unknown,
  path: readonly PropertyKey[],
  base: Loc,
): IssueLocation {
  const loc: Loc = [...base];
  const step = (tag: string | null, key: PropertyKey | null): void => {
    if (tag !== null) loc.push(nameForLoc(tag));
    if (key !== null) loc.push(typeof key === "number" ? key : nameForLoc(String(key)));
  };
  let { nodes, tag } = candidatesFor(schema, received);
  const place: IssueLocation = {
    loc,
    value: received,
    present: received !== undefined,
    schemas: [schema],
    nodes,
    parent: null,
    parentNodes: [],
  };
  for (const key of path) {
    step(tag, key);
    place.parent = place.value;
    place.parentNodes = nodes;
    place.present = hasOwn(place.parent, key);
    place.value = ownValue(place.parent, key);
    place.schemas = nodes.flatMap((node) => stepInto(node, key));
    const below = place.schemas.map((child) => candidatesFor(child, place.value));
    nodes = below.flatMap((candidates) => candidates.nodes);
    tag = below.length === 1 ? (below[0]?.tag ?? null) : null;
  }
  step(tag, null);
  place.nodes = nodes;
  return place;
}
