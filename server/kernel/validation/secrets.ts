import { z } from "zod";
import type { ValidationItem } from "./item.ts";
import { childrenOf, type SchemaNode, stepInto, unwrap } from "./schema-walk.ts";

/** Text that errors show in place of a secret. */
export const MASK = "**********";

const SECRET = "fabulaSecret";

/**
 * A check that refuses nothing and marks its schema as secret. It is a check because zod carries checks over to every
 * schema derived from this one, which a list of marked schemas would lose.
 */
export function secretMark<Value = string>(): z.core.$ZodCheck<Value> {
  const mark = z.check<Value>(() => {});
  mark._zod.onattach.push((schema) => {
    schema._zod.bag[SECRET] = true;
  });
  return mark;
}

/** Whether a schema's values must never be repeated. */
function isSecret(node: SchemaNode): boolean {
  return node._zod.bag[SECRET] === true;
}

const holders = new WeakMap<z.core.$ZodType, boolean>();

/** Whether a secret is the schema itself or anywhere below it. */
export function holdsSecret(schema: z.core.$ZodType): boolean {
  const known = holders.get(schema);
  if (known !== undefined) return known;
  const seen = new Set<SchemaNode>();
  const waiting: z.core.$ZodType[] = [schema];
  let found = false;
  for (let next = waiting.pop(); next !== undefined && !found; next = waiting.pop()) {
    const node = unwrap(next);
    if (seen.has(node)) continue;
    seen.add(node);
    found = isSecret(node);
    waiting.push(...childrenOf(node));
  }
  holders.set(schema, found);
  return found;
}

/**
 * A received value as it may be repeated, given its path in what the schema was applied to. Secrets are masked, and
 * so is what arrived where the schema expects one further down, and unknown fields beside or above a secret: a misspelt
 * name is the likeliest way for a secret to arrive under one. All members of a union are asked, whatever its tag.
 */
export function hideSecrets(schema: z.core.$ZodType, path: readonly PropertyKey[], value: unknown): unknown {
  let nodes = membersOf(schema);
  for (const key of path) {
    const below = stepIntoAny(nodes, key);
    if (below.length === 0) return nodes.some(holdsSecret) ? MASK : value;
    nodes = below;
  }
  return mask(nodes, value);
}

function mask(nodes: readonly SchemaNode[], value: unknown): unknown {
  if (value === null || value === undefined || !nodes.some(holdsSecret)) return value;
  if (typeof value !== "object" || nodes.some(isSecret)) return MASK;
  const maskField = (key: PropertyKey, field: unknown): unknown => {
    const below = stepIntoAny(nodes, key);
    return below.length === 0 ? MASK : mask(below, field);
  };
  if (Array.isArray(value)) return value.map((entry, index) => maskField(index, entry));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, maskField(key, field)]));
}

function stepIntoAny(nodes: readonly SchemaNode[], key: PropertyKey): SchemaNode[] {
  return nodes.flatMap((node) => stepInto(node, key)).flatMap(membersOf);
}

/** A schema without wrappers, or all members of a union or intersection. */
function membersOf(schema: z.core.$ZodType): SchemaNode[] {
  const node = unwrap(schema);
  const { type } = node._zod.def;
  return type === "union" || type === "intersection" ? childrenOf(node).flatMap(membersOf) : [node];
}

/** Names that people give to secrets: a key of a model's provider, sent to the wrong place, has one of these. */
const SECRET_NAME =
  /(?:pass(?:word|phrase|wd)|secret|token|credentials?|authorization|(?:api|access|private|provider|llm)[-_]?key)s?$/i;

function soundsSecret(name: string | number): boolean {
  return typeof name === "string" && SECRET_NAME.test(name);
}

/** The user name and password of a URL, wherever it stands in a text and however its slashes are written. */
const URL_CREDENTIALS = /(:[\\/]*|[\\/]{2,})[^\\/?#\s]*@/g;

/**
 * An item as it may be sent: what stands under a name that sounds secret is masked, whether a schema knows it or not, and so are
 * user names and passwords of URLs. What is repeated is short by then.
 */
export function maskSecrets(item: ValidationItem): ValidationItem {
  if (item.input === undefined || item.input === null) return item;
  const isNamed = item.loc.slice(1).some(soundsSecret);
  const input = isNamed ? MASK : maskInside(item.input);
  return input === item.input ? item : { ...item, input };
}

/** Copies only where something has to be masked. */
function maskInside(value: unknown): unknown {
  if (typeof value === "string") return value.includes("@") ? value.replace(URL_CREDENTIALS, `$1${MASK}@`) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const shown = value.map(maskInside);
    return shown.some((entry, index) => entry !== value[index]) ? shown : value;
  }
  const fields = Object.entries(value);
  const shown = fields.map(([name, field]): [string, unknown] => [
    name,
    soundsSecret(name) && field !== null ? MASK : maskInside(field),
  ]);
  return shown.some(([, field], index) => field !== fields[index]?.[1]) ? Object.fromEntries(shown) : value;
}
