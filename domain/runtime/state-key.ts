import { addToList } from "../add-to-list.ts";
import { limitOf } from "../dialogue/wire.ts";
import { changedVariable, type Effect, type Expression, type FunctionName, type VariableValue } from "../expression.ts";
import type { OfferedBranch } from "./offers.ts";
import { relevanceOf, TURNS } from "./relevance.ts";
import type { Page } from "./run.ts";
import { SequenceSet } from "./sequence-set.ts";
import { type PlayState, remembered } from "./state.ts";
import { graphsOf, type Memory, nodeAt, type PlayedDialogue, type PlayNode } from "./story.ts";
import { isOnWorld } from "./world-effects.ts";
import { askedSlot, covers, slotOf, slotOfEffect } from "./world-slots.ts";

/** A count that conditions ask for, and above which number it makes no difference any more. */
interface CountCondition {
  /** The node or branch that is counted. */
  readonly counted: string;
  readonly fn: FunctionName;
  readonly read: (state: PlayState) => number;
  limit: number;
}

/** A variable, or something of the world, that conditions ask for, and the number above which it makes no difference, where it only grows. */
interface AskedValue {
  limit: number;
  onlyGrows: boolean;
}

const COUNTS: ReadonlySet<FunctionName> = new Set(["visits", "visited", "offered", "turns", "turns_since"]);
const COMPARES: ReadonlySet<string> = new Set(["eq", "ne", "lt", "lte", "gt", "gte"]);

/** A number that tells states apart, and where it stands among those of its place. */
interface Field {
  readonly read: (state: PlayState) => number;
  readonly most: number;
  /** Offset added so that no value is negative. */
  readonly offset: number;
  readonly word: number;
  readonly shift: number;
}

/** Position of the play or of a detour's return, and the parts of the state that matter there. */
interface StoryPosition {
  readonly id: number;
  readonly branches: PlayNode["branches"];
  /** Variables that something asks for from here on. */
  readonly kept: readonly (readonly [string, AskedValue])[];
  /** Parts of the world that effects change and that are read from here on. */
  readonly world: readonly (readonly [string, AskedValue])[];
  readonly pools: readonly PlayNode[];
  /** Numbers that are read at every state. */
  readonly always: readonly Field[];
  /** Numbers that are what they were at the beginning where a state remembers nothing of their id. */
  readonly byId: ReadonlyMap<string, readonly Field[]>;
  /** Room for all numbers, packed into as few bits as they need. */
  readonly words: Int32Array;
  /** Places that this one is come back to from, by graph and node. */
  readonly within: Map<string, Map<string, StoryPosition>>;
}

/** Pages that can be told apart. */
export interface SeenPages {
  /** Notes a page with the branches that are open at it; whether no other like it was noted. */
  readonly add: (page: Page, open: readonly OfferedBranch[]) => boolean;
  readonly count: () => number;
  /** Memory needed to distinguish the states. */
  readonly memory: Memory;
}

/**
 * Notes pages by what tells them apart: the cone of influence of all conditions. Left out are values that nothing asks for; a count
 * that is only compared with numbers ends one above the greatest of them, and so does a variable that besides only grows.
 */
export function seenPages(dialogue: PlayedDialogue): SeenPages {
  const nodes = graphsOf(dialogue).flatMap((graph) => [...graph.nodes.values()]);
  const { counts, values, world: changed } = askedOf(nodes);
  const limits = nodes.flatMap(({ id: node, branches }) => {
    const limited = branches.filter(({ repeat }) => repeat !== "sticky");
    return limited.map((branch) => ({ ...branch, node, limit: limitOf(branch) }));
  });
  const pools = nodes.filter(({ kind }) => kind === "storylet_group");
  const relevance = relevanceOf(dialogue);

  /** Returns the parts of the state that can still be read from the given positions. */
  const relevantAt = (places: readonly string[]) => {
    const some = (is: (node: string) => boolean) => places.some(is);
    return {
      asked: [...counts.values()].filter(({ counted }) => some((node) => relevance.asksFor(node, counted))),
      kept: [...values].filter(([id]) => some((node) => relevance.readsVariable(node, id))),
      world: [...changed].filter(([slot]) => some((node) => relevance.readsWorld(node, slot))),
      limits: limits.filter((branch) => some((node) => relevance.leadsTo(node, branch.node))),
      pools: pools.filter((pool) => some((node) => relevance.leadsTo(node, pool.id))),
    };
  };
  const owns = [...dialogue.variables.values()].some(({ scope }) => scope === "dialogue");
  const asked = [...counts.keys()];
  const memory: Memory = {
    counted: new Set([
      ...Array.from(counts.values(), ({ counted }) => counted),
      ...limits.map(({ id }) => id),
      ...pools.flatMap(({ branches }) => branches.map(({ id }) => id)),
    ]),
    offers: asked.some((key) => key.startsWith("offered")),
  };

  let known = 0;
  const placeOf = (at: PlayState["at"], stack: PlayState["stack"]): StoryPosition => {
    const { asked, kept, world, limits, pools } = relevantAt([at?.node ?? "", ...stack.map(({ node }) => node)]);
    const layout = new Layout();
    for (const { counted, fn, read, limit } of asked) layout.add(counted, fn, read, limit + 1);
    for (const { id, limit, repeat_scope } of limits)
      layout.add(id, null, takesOf(id, repeat_scope === "visit"), limit);
    const { always, byId } = layout;
    const branches = nodeAt(dialogue, at)?.node.branches ?? [];
    const words = new Int32Array(layout.words);
    return { id: known++, branches, kept, world, pools, always, byId, words, within: new Map() };
  };
  const first: StoryPosition["within"] = new Map();
  const placeAt = ({ at, stack }: PlayState): StoryPosition => {
    let place = inner(first, at, () => placeOf(at, []));
    for (const [depth, frame] of stack.entries()) {
      place = inner(place.within, frame, () => placeOf(at, stack.slice(0, depth + 1)));
    }
    return place;
  };

  const seen = new SequenceSet();
  const told = new Map<unknown, number>();
  /** A small number for anything that is told apart by `===`. */
  const numberOf = (value: unknown): number => {
    const number = told.get(value) ?? told.size;
    if (number === told.size) told.set(value, number);
    return number;
  };
  const pushText = (text: string) => seen.push(numberOf(text));
  const pushValue = (value: VariableValue) => {
    if (typeof value === "number" && value === (value << 2) >> 2) seen.push(value << 2);
    else if (Array.isArray(value)) seen.push((numberOf(JSON.stringify(value)) << 2) | 1);
    else seen.push((numberOf(value) << 2) | 2);
  };

  const add = ({ state, halt }: Page, open: readonly OfferedBranch[]): boolean => {
    const here = placeAt(state);
    seen.push(here.id);
    pushText(halt.kind);
    pushText(state.phase);
    if (owns) for (const frame of state.stack) pushText(JSON.stringify(frame.values) ?? "");
    // What dice decided in conditions is not in the state.
    pushOpen(seen, here.branches, open);
    for (const [id, most] of here.kept) pushValue(clamped(state.values[id] ?? null, most));
    for (const [slot, most] of here.world) {
      const changes = state.world?.filter((each) => slotOf(each) === slot) ?? [];
      const made = changes.map(({ entity, key, value }) => JSON.stringify([entity, key, clamped(value, most)]));
      pushText(made.sort().join());
    }
    fill(here, state);
    for (const word of here.words) seen.push(word);
    for (const pool of here.pools) pushText(orderOf(pool, state));
    return seen.add();
  };
  return { add, count: () => seen.size, memory };
}

/** Returns the position inside another one at a frame, made at first use. */
function inner(places: StoryPosition["within"], frame: PlayState["at"], make: () => StoryPosition): StoryPosition {
  const graph = frame?.graph ?? "";
  const node = frame?.node ?? "";
  const known = places.get(graph)?.get(node);
  if (known !== undefined) return known;
  const place = make();
  places.set(graph, new Map([...(places.get(graph) ?? []), [node, place]]));
  return place;
}

/** Lays numbers out in words of 32 bits, each in as few bits as it needs. */
class Layout {
  readonly always: Field[] = [];
  readonly byId = new Map<string, Field[]>();
  #bits = 0;

  /** Number of 32-bit words of a key. */
  get words(): number {
    return Math.ceil(this.#bits / 32);
  }

  /** Adds a number that is at most `most`; with null for a function, how often a branch was taken. */
  add(id: string, fn: FunctionName | null, read: Field["read"], most: number): void {
    const offset = fn === "turns_since" ? 1 : 0;
    const width = most < MOST_PACKED ? 32 - Math.clz32(Math.max(0, most + offset)) : 32;
    if (width === 0) return;
    if ((this.#bits % 32) + width > 32) this.#bits = this.words * 32;
    const field = { read, most, offset, word: this.#bits >>> 5, shift: this.#bits & 31 };
    this.#bits += width;
    if (fn === "turns" || fn === "offered") this.always.push(field);
    else addToList(this.byId, id, field);
  }
}

/** Counts that end above this are not packed. */
const MOST_PACKED = 2 ** 30;

/** Fills the words of a place with the numbers of a state. */
function fill({ words, always, byId }: StoryPosition, state: PlayState): void {
  words.fill(0);
  if (always.length > 0) fillIn(words, always, state);
  if (byId.size === 0) return;
  for (const id of Object.keys(state.visits)) fillIn(words, byId.get(id), state);
  for (const id of Object.keys(state.taken)) fillIn(words, byId.get(id), state);
}

function fillIn(words: Int32Array, fields: readonly Field[] = [], state: PlayState): void {
  for (const { read, most, offset, word, shift } of fields) {
    words[word] = (words[word] ?? 0) | ((Math.min(read(state), most) + offset) << shift);
  }
}

/** Notes which branches of a node are open, a bit for each. */
function pushOpen(into: SequenceSet, branches: PlayNode["branches"], open: readonly OfferedBranch[]): void {
  let next = 0;
  for (let from = 0; from < branches.length; from += 32) {
    let bits = 0;
    for (let at = from; at < from + 32 && at < branches.length; at++) {
      if (open[next]?.branch !== branches[at]) continue;
      bits |= 1 << (at - from);
      next += 1;
    }
    into.push(bits);
  }
}

/** Returns how often a branch was taken, in all or since its node was last entered from elsewhere. */
function takesOf(id: string, visit: boolean): (state: PlayState) => number {
  if (!visit) return ({ taken }) => remembered(taken, id)?.count ?? 0;
  return ({ taken_this_visit }) => taken_this_visit.reduce((times, each) => times + (each === id ? 1 : 0), 0);
}

/** A value as conditions can tell it apart from others. */
function clamped<T>(value: T, { limit, onlyGrows }: AskedValue): T | number {
  return onlyGrows && typeof value === "number" ? Math.min(value, limit + 1) : value;
}

/**
 * Returns the part of a state that decides which branch of a pool comes next: how much more often each was taken than
 * the rarest, and in which order.
 */
function orderOf({ branches }: PlayNode, { taken }: PlayState): string {
  const takes = branches.map(({ id }) => remembered(taken, id) ?? { count: 0, turn: -1 });
  const least = Math.min(...takes.map(({ count }) => count));
  const turns = takes.map(({ turn }) => turn).toSorted((a, b) => a - b);
  return takes.map(({ count, turn }) => `${count - least}.${turns.indexOf(turn)}`).join();
}

/** Counts and variables that conditions ask for, and what flows into those. */
function askedOf(nodes: readonly PlayNode[]) {
  const counts = new Map<string, CountCondition>();
  const values = new Map<string, AskedValue>();
  const slots = new Map<string, AskedValue>();
  const effects = nodes.flatMap(({ id, on_enter_effects, branches }) =>
    [...on_enter_effects, ...branches.flatMap((branch) => branch.effects)].map((effect) => ({ effect, id })),
  );

  const note = (asked: Map<string, AskedValue>, id: string, above: number | null): void => {
    const known = asked.get(id) ?? { limit: 0, onlyGrows: true };
    asked.set(id, { limit: Math.max(known.limit, above ?? 0), onlyGrows: known.onlyGrows && above !== null });
  };
  const isAsked = (effect: Effect): boolean => {
    if (isOnWorld(effect)) {
      const changed = slotOfEffect(effect);
      return [...slots.keys()].some((slot) => covers(slot, changed));
    }
    return effect.target === null || values.has(effect.target);
  };

  /** Notes what an expression of a node asks for. `above` is the number it is compared with, where it is compared with one. */
  const ask = (expression: Expression, nodeId: string, above: number | null = null): void => {
    const slot = askedSlot(expression);
    if (slot !== null) note(slots, slot, enough(expression) ?? above);
    if ("var" in expression) {
      note(values, expression.var, above);
    } else if ("fn" in expression && !("op" in expression)) {
      if (COUNTS.has(expression.fn)) count(expression.fn, expression.args, nodeId, above);
      for (const arg of expression.args) if (!("ref" in arg)) ask(arg, nodeId);
    } else if ("op" in expression && "args" in expression) {
      const [left, right] = expression.args;
      for (const arg of expression.args) {
        const other = arg === left ? right : left;
        const literal = COMPARES.has(expression.op) && other !== undefined && "lit" in other ? other.lit : null;
        ask(arg, nodeId, typeof literal === "number" ? Math.ceil(literal) : null);
      }
    }
  };
  const count = (
    fn: FunctionName,
    [first, second]: readonly Expression[],
    nodeId: string,
    above: number | null,
  ): void => {
    const named = first === undefined ? nodeId : "ref" in first ? first.ref : "lit" in first ? String(first.lit) : null;
    const completed = second !== undefined && "lit" in second && second.lit === "completed";
    // What is named only while it is played may be any of them.
    const ids =
      named !== null ? [named] : nodes.flatMap(({ id, branches }) => [id, ...branches.map((branch) => branch.id)]);
    for (const id of ids) {
      const key = `${fn} ${fn === "turns" ? "" : id} ${completed}`;
      const isYesOrNo = fn === "visited" || fn === "offered";
      const limit = isYesOrNo ? 0 : (above ?? Number.POSITIVE_INFINITY);
      const known = counts.get(key);
      if (known === undefined)
        counts.set(key, { counted: fn === "turns" ? TURNS : id, fn, read: readerOf(fn, id, completed), limit });
      else known.limit = Math.max(known.limit, limit);
    }
  };

  for (const node of nodes) {
    for (const condition of node.conditions) ask(condition, node.id);
    for (const { conditions } of node.branches) for (const condition of conditions) ask(condition, node.id);
  }
  for (let size = -1; size !== values.size + slots.size; ) {
    size = values.size + slots.size;
    for (const { effect, id } of effects) {
      if (!isAsked(effect)) continue;
      for (const guard of effect.when) ask(guard, id);
      if (effect.value !== null) ask(effect.value, id);
    }
  }
  const world = new Map<string, AskedValue>();
  for (const { effect } of effects) {
    if (isOnWorld(effect)) {
      const changed = slotOfEffect(effect);
      const asked = [...slots].filter(([slot]) => covers(slot, changed)).map(([, value]) => value);
      if (asked.length === 0) continue;
      world.set(changed, {
        limit: Math.max(...asked.map(({ limit }) => limit)),
        onlyGrows:
          asked.every(({ onlyGrows }) => onlyGrows) && (world.get(changed)?.onlyGrows ?? true) && grows(effect),
      });
      continue;
    }
    const variable = changedVariable(effect);
    const target = variable === null ? undefined : values.get(variable);
    if (target !== undefined && !grows(effect)) target.onlyGrows = false;
  }
  return { counts, values, world };
}

/** Whether an effect leaves a number as it is or makes it greater, or writes a number of its own, whatever it was. */
function grows({ op, value }: Effect): boolean {
  if (op === "reset" || op === "clear") return true;
  if (value === null || !("lit" in value)) return false;
  return WRITES.has(op) || (ADDS.has(op) && typeof value.lit === "number" && value.lit >= 0);
}

const WRITES: ReadonlySet<Effect["op"]> = new Set(["set", "property.set", "relationship.set", "fact.set"]);
const ADDS: ReadonlySet<Effect["op"]> = new Set([
  "add",
  "property.add",
  "inventory.give",
  "relationship.adjust",
  "time.advance",
]);

/**
 * Returns the number of items from which more make no difference to the expression; null for other expressions, and
 * where only playing can tell.
 */
function enough(expression: Expression): number | null {
  if (!("fn" in expression) || expression.fn !== "has_item") return null;
  const [, , wanted = { lit: 1 }] = expression.args;
  return "lit" in wanted && typeof wanted.lit === "number" ? Math.ceil(wanted.lit) : null;
}

function readerOf(fn: FunctionName, id: string, completed: boolean): (state: PlayState) => number {
  switch (fn) {
    case "turns":
      return ({ turn }) => turn;
    case "turns_since":
      return ({ turn, visits, taken }) => {
        const last = remembered(visits, id) ?? remembered(taken, id);
        return last === undefined ? -1 : turn - last.turn;
      };
    case "offered":
      return ({ offered }) => (Object.hasOwn(offered, id) ? 1 : 0);
    default:
      return ({ visits, taken }) => {
        const node = remembered(visits, id);
        return (completed ? node?.completed : node?.entered) ?? remembered(taken, id)?.count ?? 0;
      };
  }
}
