import fc from "fast-check";
import { type FilterOperator, type PropertyFilter, parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

/**
 * Keys of random properties: few, so that paths meet values, and each one that some layer might mistake for something
 * else.
 */
const PATH_KEYS = ["a", "b", "0", "", "😀", "q\"'\\", "%_", "constructor"];
const AWKWARD_STRINGS = [
  "",
  "a",
  "ab",
  "abc",
  "A",
  "%",
  "_",
  "a%b",
  "\\",
  "'",
  '"',
  "é",
  "e\u0301",
  "😀",
  "z😀",
  "\uffff",
];
const AWKWARD_NUMBERS = [0, -0, 1, -1, 2, 1.5, 1e300, -1e300, 5e-324, 1e21, 0.1, 0.30000000000000004, 2 ** 53, 1e-7];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AWKWARD_STRINGS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }).filter((s) => !s.includes("\0")) },
);
const number = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...AWKWARD_NUMBERS) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const scalar: fc.Arbitrary<Json> = fc.oneof(number, text, fc.boolean(), fc.constant(null));
const storedKey = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PATH_KEYS) },
  { weight: 1, arbitrary: fc.constantFrom("a.b", "$eq", "$x", "length") },
);

const { json } = fc.letrec<{ json: Json; object: JsonObject; array: Json[] }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 2, arbitrary: tie("object") },
    { weight: 2, arbitrary: tie("array") },
  ),
  object: fc.array(fc.tuple(storedKey, tie("json")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  array: fc.array(tie("json"), { maxLength: 3 }),
}));

/** A free-form properties object. */
export const randomProperties: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(storedKey, json), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries));

/** A path that random properties often have. */
export const randomPath = fc.array(fc.constantFrom(...PATH_KEYS), { minLength: 1, maxLength: 3 });

/**
 * Parts that a predicate is made from. `at` picks a stored value, whose path is used unless a fresh one is given, and
 * near which operands are found: filters on random paths with random operands would hardly ever tell two documents
 * apart.
 */
interface Recipe {
  at: number;
  path: string[] | null;
  dotted: boolean;
  operator: FilterOperator | "bare";
  operands: ({ near: number } | { seen: number } | { fresh: Json })[];
  wrapped: boolean;
}

const pick = fc.nat(10_000);
const operand = fc.oneof(
  { weight: 3, arbitrary: fc.record({ near: pick }) },
  { weight: 2, arbitrary: fc.record({ seen: pick }) },
  { weight: 1, arbitrary: fc.record({ fresh: json }) },
);
const recipe: fc.Arbitrary<Recipe> = fc.record({
  at: pick,
  path: fc.option(randomPath, { freq: 3 }),
  dotted: fc.boolean(),
  operator: fc.constantFrom<Recipe["operator"]>(
    ...(["bare", "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$contains", "$contains"] as const),
  ),
  operands: fc.array(operand, { minLength: 1, maxLength: 4 }),
  wrapped: fc.constantFrom(false, false, true),
});

/** A filter as recipes; {@link filtersFor} makes it one the stored values are known. */
export const randomRecipes = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(recipe) },
  { weight: 1, arbitrary: fc.tuple(recipe, recipe) },
);

/** Operators that refuse most operands; theirs are chosen among numbers and strings. */
const RANGES: ReadonlySet<string> = new Set(["$gt", "$gte", "$lt", "$lte"]);

/** A stored value and the path to it; an element of an array has the path of the array. */
interface Seen {
  path: string[];
  value: Json;
}

/** Every value at any depth of the documents. */
function seenIn(documents: readonly JsonObject[]): Seen[] {
  const seen: Seen[] = [];
  const visit = (value: Json, path: string[]): void => {
    seen.push({ path, value });
    if (Array.isArray(value)) for (const element of value) visit(element, path);
    else if (isJsonObject(value)) for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  for (const document of documents) for (const [key, value] of Object.entries(document)) visit(value, [key]);
  return seen;
}

/** Makes filters from recipes for these documents; null where a recipe describes a filter that the parser refuses. */
export function filtersFor(documents: readonly JsonObject[], recipes: readonly (readonly Recipe[])[]) {
  const seen = seenIn(documents);
  return recipes.map((parts): PropertyFilter | null => {
    const parsed = parts.map((recipe) => parsePropertyFilter(written(recipe, seen)));
    return parsed.every((one) => one.ok) ? parsed.flatMap((one) => (one.ok ? one.filter : [])) : null;
  });
}

function written(recipe: Recipe, seen: readonly Seen[]): Json {
  const chosen = seen[recipe.at % Math.max(seen.length, 1)] ?? { path: ["a"], value: 1 };
  const path = recipe.path ?? chosen.path;
  const ranged = RANGES.has(recipe.operator);
  const usable = ranged ? seen.filter(({ value }) => typeof value === "number" || typeof value === "string") : seen;
  const samePath = usable.filter((other) => other.path.join("\0") === path.join("\0"));
  const operands = recipe.operands.map((source): Json => {
    if ("fresh" in source) return source.fresh;
    const [pool, index] = "near" in source ? [samePath, source.near] : [usable, source.seen];
    return pool[index % Math.max(pool.length, 1)]?.value ?? null;
  });
  const first = operands[0] ?? null;
  const value =
    recipe.operator === "bare"
      ? first
      : { [recipe.operator]: recipe.operator === "$in" || (recipe.wrapped && !ranged) ? operands : first };
  if (recipe.dotted) return { [path.join(".")]: value };
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}
