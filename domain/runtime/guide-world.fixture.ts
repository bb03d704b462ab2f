// What effects on the world mean, written from docs/guides/playing.md alone: the part of the guide's player that changes a world.

// biome-ignore lint/suspicious/noExplicitAny: it reads stories as a game in a language without types would.
export type Any = any;
export const UNKNOWN = Symbol("unknown");

const words = (value: Any) => (Array.isArray(value) ? value.join(", ") : `${value ?? ""}`);
/** A calculation of which one part may be a text. */
export const combine = (op: string, a: Any, b: Any) => {
  if (op !== "add" || a === UNKNOWN || b === UNKNOWN || ![a, b].some((each) => typeof each === "string"))
    return calculate(op, a, b);
  return words(a).length + words(b).length > 10_000 ? UNKNOWN : `${words(a)}${words(b)}`;
};

const calculate = (op: string, a: Any, b: Any) => {
  if (typeof a !== "number" || typeof b !== "number") return UNKNOWN;
  const results: Any = { add: a + b, sub: a - b, mul: a * b, div: a / b, mod: a % b };
  return Number.isFinite(results[op]) ? results[op] || 0 : UNKNOWN;
};

const MATTERS: Any = { quest: "property", inventory: "item" };
const isHolder = (value: Any) => value === null || (typeof value === "object" && !Array.isArray(value));

/**
 * Changes a world, which conditions read from then on; answers what is to be said of it.
 *
 * @param ask answers a function of conditions, `json` what stands at a path of properties.
 */
export function changeWorld(
  world: Any,
  { id, op, target, key, value: expression }: Any,
  given: Any,
  { ask, json }: Any,
) {
  const [subject, verb] = op.split(".");
  const matter = op === "fact.tell" ? "knowledge" : (MATTERS[subject] ?? subject);
  const path = subject === "quest" ? "state" : (key ?? "");
  const isThere = (entity: string) => entity in (world?.entities ?? {});
  const isKeyed = ["location", "item", "relationship"].includes(matter);
  const refused = (why: string) => `refused ${id}: ${why}`;
  if (matter !== "time" && !(isThere(target) && (!isKeyed || isThere(key)))) return refused("no_entity");
  if (expression !== null && given === UNKNOWN) return refused("unknown");
  const how = expression === null ? "told" : given;
  const entity = world?.entities[target];
  const isLink = ({ source_id, target_id, type }: Any) =>
    source_id === target && target_id === key && (matter !== "item" || type === "has");
  const counts = () => world.relationships.filter(isLink).map(({ properties }: Any) => properties.count ?? 1);
  const reads: Any = {
    property: () => json(target, path),
    location: () => entity.parent_id,
    item: () => counts().reduce((sum: number, each: number) => sum + each, 0),
    relationship: () => ask("relationship", target, key),
    fact: () => ask("fact", target, key),
    knowledge: () => (ask("knows", target, key) ? true : null),
    time: () => ask("world_time"),
  };
  const before = reads[matter]();
  const keys = path.split(".");
  const fits: Any = {
    property: () =>
      (before === null || typeof before !== "object") &&
      keys.every((_: string, at: number) => at === 0 || isHolder(json(target, keys.slice(0, at).join(".")))) &&
      (subject !== "quest" || typeof given === "string"),
    location: () => ask("at_location", key, target) !== true,
    item: () => Number.isSafeInteger(given) && given >= 0,
    relationship: () => verb === "adjust" || typeof given === "number",
    fact: () => given !== null,
    knowledge: () => typeof how === "string",
    time: () => typeof given === "number" && given >= 0,
  };
  if (Array.isArray(given) || !fits[matter]()) return refused("does_not_fit");
  const isSum = ["add", "give", "adjust", "advance"].includes(verb);
  const taken = verb === "take" ? Math.max(0, before - given) : matter === "location" ? key : given;
  const after = isSum ? calculate("add", before, given) : taken;
  if (matter !== "knowledge" && after === UNKNOWN) return refused("unknown");
  if (after === before || (matter === "knowledge" && before)) return null;
  const written = (of: Any, [first, ...rest]: string[]): Any => {
    return { ...of, [first as string]: rest.length === 0 ? after : written(of?.[first as string], rest) };
  };
  const link = (properties: Any) => ({ source_id: target, target_id: key, type: "has", properties });
  const writes: Any = {
    property: () => Object.assign(entity, { properties: written(entity.properties, keys) }),
    location: () => Object.assign(entity, { parent_id: after }),
    item: () => {
      world.relationships = [...world.relationships.filter((each: Any) => !isLink(each)), link({ count: after })];
    },
    relationship: () => world.relationships.unshift({ ...link({ value: after }), type: "is" }),
    fact: () => world.facts.push({ subject_id: target, predicate: key, value: after }),
    knowledge: () => world.knowledge.push({ entity_id: target, fact_id: key }),
    time: () => Object.assign(world, { time: after }),
  };
  writes[matter]();
  const place = { property: [target, path], location: [target], time: [] }[matter as string] ?? [target, key];
  const was = JSON.stringify(before === UNKNOWN ? null : before);
  return `proposed ${[matter, ...place].join(" ")} from ${was} to ${JSON.stringify(matter === "knowledge" ? how : after)}`;
}
