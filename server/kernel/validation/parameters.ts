import type { z } from "zod";
import { type Failure, type InputRoot, itemAt, nameForLoc, type ValidationItem } from "./item.ts";
import { checkJsonValue } from "./json-values.ts";
import { unwrap } from "./schema-walk.ts";
import { holdsSecret, MASK } from "./secrets.ts";
import { unknownName } from "./unknown-name.ts";

/** Parameters by name: a text, or a list of texts where the name came more than once. */
export type Parameters = Record<string, string | string[]>;

/** Collect name and value pairs, such as a `URLSearchParams`, in the order of their first appearance. */
export function collectParameters(pairs: Iterable<readonly [string, string]>): Parameters {
  const parameters: Parameters = Object.create(null);
  for (const [name, value] of pairs) {
    const before = parameters[name];
    if (before === undefined) parameters[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else parameters[name] = [before, value];
  }
  return parameters;
}

const GIVEN_TWICE: Failure = { type: "extra_forbidden", msg: "This parameter is given more than once" };

/** Names that other interfaces have for parameters of ours, in small letters without `_` and `-`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  page: "cursor",
  pagetoken: "cursor",
  after: "cursor",
  startingafter: "cursor",
  perpage: "limit",
  pagesize: "limit",
  size: "limit",
  count: "limit",
  first: "limit",
  skip: "offset",
  orderby: "sort_by",
  sort: "sort_by",
  order: "sort_order",
  direction: "sort_order",
  filter: "property_filter",
  where: "property_filter",
  search: "q",
  query: "q",
  seq: "at_seq",
};

/** The parameter that an unknown name is another word for; null where the operation has none like it. */
function otherName(name: string, shape: object): string | null {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, "");
  const other = Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain] : undefined;
  return other !== undefined && Object.hasOwn(shape, other) ? other : null;
}

/** Parameters in the shape of their schema's object, and what was refused on the way there. */
export type ReadParameters = { received: unknown; refused: Map<string, ValidationItem> };

/**
 * Make received parameters look like the schema's object: no names it does not know and, where they are texts (`lax`),
 * lists only where the schema has a list. Unknown and repeated names, and texts the record cannot hold, are refused.
 * Headers nobody asked for are normal, so they are left alone.
 */
export function readParameters(
  schema: z.core.$ZodType,
  value: unknown,
  { root, lax }: { root: InputRoot; lax: boolean },
): ReadParameters {
  const refused = new Map<string, ValidationItem>();
  const def = unwrap(schema)._zod.def;
  if (def.type !== "object" || typeof value !== "object" || value === null) return { received: value, refused };
  const received: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(value)) {
    const loc = [root, nameForLoc(name)];
    const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    if (field === undefined && root === "header") continue;
    const isList = field !== undefined && unwrap(field)._zod.def.type === "array";
    const [unfit] = checkJsonValue(sent, loc);
    if (unfit !== undefined) {
      refused.set(name, unfit);
    } else if (field === undefined) {
      const failure = unknownName(name, Object.keys(def.shape), otherName(name, def.shape));
      refused.set(name, itemAt(loc, failure, holdsSecret(schema) ? MASK : sent));
    } else if (lax && !isList && Array.isArray(sent)) {
      refused.set(name, itemAt(loc, GIVEN_TWICE, holdsSecret(field) ? MASK : sent));
    }
    // A refused parameter still counts as sent; its other faults are not worth telling.
    if (field !== undefined) received[name] = lax && isList && !Array.isArray(sent) ? [sent] : sent;
  }
  return { received, refused };
}
