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

/** Moves a quest; answers what is to be said of each part of it that is another one. */
function moveQuest(world: Any, { id, op, target, key }: Any, given: Any): Any {
  const refused = (why: string) => `refused ${id}: ${why}`;
  const quest = world?.quests?.[target];
  if (!quest) return refused("no_quest");
  if (op !== "quest.stage" && given === UNKNOWN) return refused("unknown");
  world.standings ??= {};
  const was = world.standings[target] ?? { state: null, stage: null, counts: {} };
  const now = structuredClone(was);
  const enter = (stage: Any) => {
    now.stage = stage.id;
    for (const objective of stage.objectives) delete now.counts[objective.id];
  };
  const steps: Any = {
    "quest.set_state": () => {
      const isOver = !["offered", "active", null].includes(was.state);
      const ends = ["abandoned", "expired", ...(was.state === "active" ? ["completed", "failed"] : [])];
      const begins = was.state === null || (isOver && quest.repeatable) ? ["offered", "active"] : [];
      const next = was.state === "offered" ? ["active", ...ends] : was.state === "active" ? ends : begins;
      if (given === was.state && given !== null) return true;
      if (!next.includes(given)) return false;
      now.state = given;
      if (given === "offered" || given === "active") Object.assign(now, { counts: {}, stage: null });
      if (given === "active" && quest.stages.length > 0) enter(quest.stages[0]);
      return true;
    },
    "quest.stage": () => {
      const to = quest.stages.find((stage: Any) => stage.id === key);
      if (was.state !== "active" || !to) return false;
      if (key !== was.stage) enter(to);
      return true;
    },
    "quest.advance": () => {
      const at = quest.stages.findIndex((stage: Any) => stage.id === was.stage);
      const objective = quest.stages[at]?.objectives.find((each: Any) => each.id === key);
      if (was.state !== "active" || !objective || !Number.isSafeInteger(given) || given < 0) return false;
      now.counts[key] = Math.min(objective.count, (now.counts[key] ?? 0) + given);
      if (quest.stages[at].objectives.every((each: Any) => now.counts[each.id] === each.count)) {
        if (quest.stages[at + 1]) enter(quest.stages[at + 1]);
        else now.state = "completed";
      }
      return true;
    },
  };
  if (!steps[op]()) return refused("does_not_fit");
  world.standings[target] = now;
  const counted = [...new Set([...Object.keys(was.counts), ...Object.keys(now.counts)])];
  const parts = [
    ...counted.map((each) => [each, was.counts[each] ?? 0, now.counts[each] ?? 0]),
    ...["stage", "state"].map((each) => [each, was[each], now[each]]),
  ];
  const changed = parts.filter(([, before, after]) => before !== after);
  return changed.map(
    ([part, before, after]) =>
      `proposed quest ${target} ${part} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`,
  );
}

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
  const isQuest = subject === "quest" && (verb !== "set_state" || target.startsWith("qst_"));
  if (isQuest) return moveQuest(world, { id, op, target, key }, given);
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
