// What conditions, texts and effects mean, written from docs/guides/playing.md alone: the part of the guide's player that reads logic.
import { type Any, changeWorld, combine, UNKNOWN } from "./guide-world.fixture.ts";

const OF_THE_WORLD = ["at_location", "has_item", "relationship", "quest_state", "fact", "knows"];

const isText = (value: Any) => typeof value === "string";
const sum = (list: number[]) => list.reduce((before, each) => before + each, 0);
const not = (truth: Any) => (truth === UNKNOWN ? truth : !truth);
const every = (truths: Any[]) => (truths.includes(false) ? false : truths.includes(UNKNOWN) ? UNKNOWN : true);
const same = (a: Any, b: Any) => (Array.isArray(a) && Array.isArray(b) ? a.length === b.length && has(a, b) : a === b);
const has = (whole: Any, part: Any) =>
  Array.isArray(whole)
    ? [part].flat().every((each) => whole.includes(each))
    : isText(part) && isText(whole) && whole.includes(part);
const ordered = (a: Any, b: Any) => typeof a === typeof b && ["number", "string"].includes(typeof a);
const COMPARISONS: Any = {
  eq: same,
  ne: (a: Any, b: Any) => !same(a, b),
  lt: (a: Any, b: Any) => ordered(a, b) && a < b,
  lte: (a: Any, b: Any) => ordered(a, b) && a <= b,
  gt: (a: Any, b: Any) => ordered(a, b) && a > b,
  gte: (a: Any, b: Any) => ordered(a, b) && a >= b,
  has,
  in: (a: Any, b: Any) => has(b, a),
};
const fits = (value: Any, { type, enum_values }: Any) => {
  if (type === "set") return Array.isArray(value) && has(enum_values, value) && new Set(value).size === value.length;
  if (type === "integer") return Number.isSafeInteger(value);
  return type === "enum" ? enum_values.includes(value) : typeof value === type;
};
const within = (value: Any, { min, max, enum_values }: Any) => {
  if (Array.isArray(value)) return enum_values.filter((each: string) => value.includes(each));
  return typeof value === "number" ? Math.min(max ?? value, Math.max(min ?? value, value)) : value;
};

/** Answers what is asked of a quest. */
const questCall = (fn: string, world: Any, [id, objective]: Any[]) => {
  const quest = world?.quests?.[id];
  const { state = null, stage = null, counts = {} } = world?.standings?.[id] ?? {};
  if (!quest) return UNKNOWN;
  if (fn === "quest_state") return state;
  if (fn === "quest_stage") return stage;
  const isOwn = quest.stages.some((each: Any) => each.objectives.some((own: Any) => own.id === objective));
  return isOwn ? (counts[objective] ?? 0) : UNKNOWN;
};

const sizeOf = (value: Any): number =>
  isText(value) ? value.length : Array.isArray(value) ? sum(value.map((each) => each.length + 10)) : 0;

/** Parts of a player that its logic uses. */
interface Player {
  readonly now: () => Any;
  /** Whether a branch of a node is open, for `has_any_content`. */
  readonly hasContent: (id: string, here: Any) => Any;
  readonly spend: (evaluations: number) => void;
  /** Notes that what was drawn so far stands. */
  readonly settle: () => void;
}

/** Reads the logic of a story in the state that `now` answers, and writes what effects do there. */
export function guideLogic({ nodes, others, variables }: Any, { now, hasContent, spend, settle }: Player) {
  /** A text letter by letter, each with the kinds of the marks it is under. */
  const letters = (text: string, marks: Any[]): [string, string[]][] =>
    Array.from(text, (letter, at) => [
      letter,
      marks.filter(({ start, end }) => start <= at && at < end).map(({ kind }) => kind),
    ]);
  const words = (text: string, marks: Any[] = []) => {
    const written = letters(text, marks);
    const all: [string, string[]][] = [];
    let after = 0;
    for (const { index, 0: whole, 1: name = "" } of text.matchAll(/\{([^{}\n]+)\}/g)) {
      const [from, until] = [[...text.slice(0, index)].length, [...text.slice(0, index + whole.length)].length];
      const under = written.slice(from, until).map(([, kinds]) => kinds);
      const variable = variables.find((each: Any) => each.name === name.trim());
      if (!variable || under[0]?.includes("literal") || under.at(-1)?.includes("literal")) continue;
      const kinds = marks.map(({ kind }) => kind).filter((kind) => under.every((each) => each.includes(kind)));
      const value: string = [now().values[variable.id]].flat().join(", ");
      all.push(...written.slice(after, from), ...Array.from(value, (letter): [string, string[]] => [letter, kinds]));
      after = until;
    }
    all.push(...written.slice(after));
    const whole = all.map(([letter]) => letter).join("");
    if (whole.length > 200_000) return { text: `${whole.slice(0, 200_000)}…`, marks: [] };
    const shown = ["emphasis", "strong", "strike"].flatMap((kind) =>
      all.flatMap(([, kinds], start) => {
        if (!kinds.includes(kind) || all[start - 1]?.[1].includes(kind)) return [];
        const length = all.slice(start).findIndex(([, each]) => !each.includes(kind));
        return [{ kind, start, end: length === -1 ? all.length : start + length }];
      }),
    );
    return { text: whole, marks: shown.toSorted((a, b) => a.start - b.start || a.end - b.end) };
  };

  const draw = () => {
    now().draws += 1;
    let x = (now().seed + Math.imul(now().draws, 0x9e3779b9)) | 0;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 4294967296;
  };
  const between = (a: number, b: number) => {
    const low = Math.ceil(Math.min(a, b));
    return low + Math.floor(draw() * (Math.floor(Math.max(a, b)) - low + 1));
  };

  const json = (id: string, path: string): Any => {
    const read = (value: Any, key: string) => value?.[key] ?? null;
    const entity = now().world?.entities[id];
    return entity ? path.split(".").reduce(read, entity.properties) : UNKNOWN;
  };
  /** Several values at once are none that a condition can read. */
  const property = (id: string, path: string): Any =>
    ((found) => (found !== null && typeof found === "object" ? UNKNOWN : found))(json(id, path));
  const call = (fn: string, args: Any[], here: Any): Any => {
    const { node, choices } = here;
    const [id = node, second, third = 1] = args;
    const { world } = now();
    if (args.includes(UNKNOWN)) return UNKNOWN;
    const ofQuest = fn === "quest_stage" || fn === "quest_count" || (fn === "quest_state" && id.startsWith("qst_"));
    if (ofQuest) return questCall(fn, world, args);
    if (OF_THE_WORLD.includes(fn) && !world?.entities[id]) return UNKNOWN;
    const [visited, taken] = [now().visits[id], now().taken[id]];
    const links = () => world.relationships.filter((r: Any) => r.source_id === id && r.target_id === second);
    const items = () => links().map((r: Any) => (r.type === "has" ? (r.properties.count ?? 1) : 0));
    const isIn = (at: Any): boolean => at != null && (at === second || isIn(world.entities[at]?.parent_id));
    const functions: Any = {
      visits: () => (second === "completed" ? visited?.completed : visited?.entered) ?? taken?.count ?? 0,
      visited: () => (visited?.entered ?? taken?.count ?? 0) > 0,
      offered: () => now().offered.includes(id),
      turns: () => now().turn,
      turns_since: () => (visited || taken ? now().turn - (visited ?? taken).turn : -1),
      choice_count: () => choices,
      random: () => between(id, second),
      roll: () => {
        spend(second ?? 1);
        return sum(Array.from({ length: second ?? 1 }, () => between(1, id)));
      },
      has_any_content: () => hasContent(id, here),
      at_location: () => isIn(id),
      has_item: () => sum(items()) >= third,
      relationship: () => links().find((r: Any) => typeof r.properties.value === "number")?.properties.value ?? 0,
      fact: () => world.facts.findLast((f: Any) => f.subject_id === id && f.predicate === second)?.value ?? UNKNOWN,
      knows: () => world.knowledge?.some((k: Any) => k.entity_id === id && k.fact_id === second) ?? false,
      quest_state: () => property(id, "state"),
      world_time: () => world?.time ?? UNKNOWN,
    };
    return functions[fn]();
  };
  const value = (e: Any, here: Any): Any => {
    const found = workedOut(e, here);
    spend(1 + sizeOf(found) / 100);
    return found;
  };
  const workedOut = (e: Any, here: Any): Any => {
    if ("lit" in e) return e.lit;
    if ("ref" in e) return e.ref;
    if ("var" in e) return e.var in now().values ? now().values[e.var] : UNKNOWN;
    if ("entity" in e) return property(e.entity, e.path);
    if (e.op === "opaque") return UNKNOWN;
    const truths = () => e.args.map((each: Any) => truth(each, here));
    if (e.op === "all") return every(truths());
    if (e.op === "any") return not(every(truths().map(not)));
    if (e.op === "not") return not(truths()[0]);
    const args = e.args.map((each: Any) => value(each, here));
    if (!("op" in e)) return call(e.fn, args, here);
    if (args.includes(UNKNOWN)) return UNKNOWN;
    return e.op === "arith" ? combine(e.fn, args[0], args[1]) : COMPARISONS[e.op](...args);
  };
  const truth = (e: Any, here: Any) => ((known) => (known === UNKNOWN ? known : known === true))(value(e, here));
  /** A list of conditions is read no further than to the first that does not hold. */
  const holds = (list: Any[], here: Any) => {
    const truths: Any[] = [];
    for (const each of list) if (!truths.includes(false)) truths.push(truth(each, here));
    return every(truths);
  };

  const results: Any = {
    set: (_: Any, given: Any) => given,
    toggle: (before: Any) => (typeof before === "boolean" ? !before : UNKNOWN),
    push: (before: Any, given: Any) =>
      Array.isArray(before) && isText(given) ? [...new Set([...before, given])] : UNKNOWN,
    remove: (before: Any, given: Any) =>
      Array.isArray(before) && isText(given) ? before.filter((each) => each !== given) : UNKNOWN,
    clear: (_: Any, __: Any, variable: Any) => (variable.type === "set" ? [] : variable.default),
    reset: (_: Any, __: Any, variable: Any) => variable.default,
  };
  const ask = (fn: string, ...args: Any[]) => call(fn, args, {});
  /** Forgets visits and what was taken: of a node with its branches, of a branch, or without an id of all. */
  const forget = (id: string | null): string => {
    const all = [nodes, ...others.map((graph: Any) => graph.nodes)].flat();
    const own = all.filter((node: Any) => node.id === id).flatMap((node: Any) => node.branches);
    const isKept = (each: string) => id !== null && each !== id && own.every((branch: Any) => branch.id !== each);
    const kept = (of: Any) => Object.fromEntries(Object.entries(of).filter(([each]) => isKept(each)));
    const { visits, taken, visit } = now();
    Object.assign(now(), { visits: kept(visits), taken: kept(taken), visit: visit.filter(isKept) });
    return "reset visits";
  };
  const carryOut = (effect: Any, given: Any): string | null => {
    const { id, op } = effect;
    const variable = variables.find((each: Any) => each.id === effect.target);
    if (op === "reset_visits") return forget(effect.value && given);
    if (op.includes(".")) return changeWorld(now().world, effect, given, { ask, json });
    if (op === "opaque") return `refused ${id}: opaque`;
    const isTold = op === "command" || op === "emit";
    if (isTold && given !== UNKNOWN) return `told ${op} ${JSON.stringify(given)}`;
    if (!isTold && !variable) return `refused ${id}: no_variable`;
    const before = now().values[variable?.id];
    let after = isTold ? UNKNOWN : (results[op]?.(before, given, variable) ?? combine(op, before, given));
    if (after === UNKNOWN) return `refused ${id}: unknown`;
    if (op !== "set" && variable.type === "integer") after = Math.trunc(after) || 0;
    if (!fits(after, variable)) return `refused ${id}: does_not_fit`;
    after = within(after, variable);
    if (same(after, before)) return null;
    now().values[variable.id] = after;
    return `changed ${variable.id} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`;
  };
  /** Returns an effect for each who hears it: told to nobody by name, it is told to all who speak in the dialogue. */
  const forPresent = (effect: Any, at: string): Any[] => {
    if (effect.op !== "fact.tell" || effect.target !== null) return [effect];
    const graphs: Any[][] = [nodes, ...others.map((graph: Any) => graph.nodes)];
    const spoken = graphs.find((all) => all.some(({ id }) => id === at))?.flatMap(({ speaker_id }) => speaker_id ?? []);
    return [...new Set(spoken)].map((target) => ({ ...effect, target }));
  };
  /** Carries effects out; tells what is to be said of each, null of one that did nothing. */
  const apply = (effects: Any[], node: string, tell: (what: string | null) => void) => {
    for (const effect of effects.flatMap((each) => forPresent(each, node))) {
      const here = { node, choices: 0, isAlone: true };
      settle();
      spend(10);
      if (holds(effect.when, here) === true)
        for (const each of [carryOut(effect, effect.value === null ? UNKNOWN : value(effect.value, here))].flat())
          tell(each);
    }
  };
  /** Returns the index of the weight that a draw falls on; the first where all weights are 0. */
  const drawn = (weights: number[]) => {
    const share = draw() * sum(weights);
    const at = weights.findIndex((_, index) => share < sum(weights.slice(0, index + 1)));
    return at === -1
      ? Math.max(
          0,
          weights.findLastIndex((weight) => weight > 0),
        )
      : at;
  };
  const anew = (scope: string) => {
    for (const each of variables) if (each.scope === scope) now().values[each.id] = each.default;
  };
  /** Takes values over that the host tells, where they fit. */
  const take = (values: Any) => {
    const some = variables.filter((each: Any) => each.id in values && fits(values[each.id], each));
    for (const each of some) now().values[each.id] = within(values[each.id], each);
  };
  return { words, drawn, holds, apply, anew, take };
}
