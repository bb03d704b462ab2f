import { limitOf } from "../dialogue/wire.ts";
import type { Effect, Expression, FunctionName } from "../expression.ts";
import { relevanceOf, TURNS } from "./relevance.ts";
import { openOffers, type Page } from "./run.ts";
import { type PlayState, remembered } from "./state.ts";
import { graphsOf, type Memory, type PlayedDialogue, type PlayNode } from "./story.ts";

/** A count that conditions ask for, and above which number it makes no difference any more. */
interface Asked {
  /** The node or branch that is counted. */
  readonly counted: string;
  readonly read: (state: PlayState) => number;
  limit: number;
}

/** A variable that conditions ask for, and the number above which it makes no difference, where it only grows. */
interface AskedValue {
  limit: number;
  onlyGrows: boolean;
}

const COUNTS: ReadonlySet<FunctionName> = new Set(["visits", "visited", "offered", "turns", "turns_since"]);
const COMPARES: ReadonlySet<string> = new Set(["eq", "ne", "lt", "lte", "gt", "gte"]);

/**
 * Answers what tells pages apart, as a text, and what has to be remembered for that: the cone of influence of all conditions. Left out are values that nothing asks for; a count
 * that is only compared with numbers ends one above the greatest of them, and so does a variable that besides only grows.
 */
export function stateKeys(dialogue: PlayedDialogue): {
  readonly keyOf: (page: Page) => string;
  readonly memory: Memory;
} {
  const nodes = graphsOf(dialogue).flatMap((graph) => [...graph.nodes.values()]);
  const { counts, values } = askedOf(nodes);
  const limits = nodes.flatMap(({ id: node, branches }) => {
    const limited = branches.filter(({ repeat }) => repeat !== "sticky");
    return limited.map((branch) => ({ ...branch, node, limit: limitOf(branch) }));
  });
  const pools = nodes.filter(({ kind }) => kind === "storylet_group");
  const relevance = relevanceOf(dialogue);
  const relevant = new Map<string, ReturnType<typeof relevantAt>>();

  /** What can still be asked for from where play stands, or comes back to. */
  const relevantAt = (places: readonly string[]) => {
    const some = (is: (node: string) => boolean) => places.some(is);
    return {
      asked: [...counts.values()].filter(({ counted }) => some((node) => relevance.asksFor(node, counted))),
      kept: [...values].filter(([id]) => some((node) => relevance.readsVariable(node, id))),
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
  const keyOf = ({ state, halt }: Page): string => {
    const { at, phase, stack, taken, taken_this_visit } = state;
    let key = `${at?.graph} ${at?.node} ${phase} ${halt.kind}`;
    for (const frame of stack) key += `>${frame.graph} ${frame.node}${owns ? JSON.stringify(frame.values) : ""}`;
    const places = [at?.node ?? "", ...stack.map(({ node }) => node)];
    const place = places.join(" ");
    const here = relevant.get(place) ?? relevantAt(places);
    relevant.set(place, here);
    // What dice decided in conditions is not in the state.
    for (const { branch } of openOffers(halt)) key += `,${branch.id}`;
    for (const [id, { limit, onlyGrows }] of here.kept) {
      const value = state.values[id] ?? null;
      const shown = onlyGrows && typeof value === "number" ? Math.min(value, limit + 1) : value;
      key += typeof shown === "string" || Array.isArray(shown) ? JSON.stringify(shown) : `;${shown}`;
    }
    for (const { read, limit } of here.asked) key += `:${Math.min(read(state), limit + 1)}`;
    for (const { id, limit, repeat_scope } of here.limits) {
      const visit = repeat_scope === "visit";
      const times = visit ? taken_this_visit.filter((each) => each === id).length : (taken[id]?.count ?? 0);
      key += `/${Math.min(times, limit)}`;
    }
    for (const pool of here.pools) key += `|${orderOf(pool, state)}`;
    return key;
  };
  return { keyOf, memory };
}

/** What decides which of a pool's branches comes next: how much more often each was taken than the rarest, and in which order. */
function orderOf({ branches }: PlayNode, { taken }: PlayState): string {
  const takes = branches.map(({ id }) => remembered(taken, id) ?? { count: 0, turn: -1 });
  const least = Math.min(...takes.map(({ count }) => count));
  const turns = takes.map(({ turn }) => turn).toSorted((a, b) => a - b);
  return takes.map(({ count, turn }) => `${count - least}.${turns.indexOf(turn)}`).join();
}

/** Counts and variables that conditions ask for, and what flows into those. */
function askedOf(nodes: readonly PlayNode[]) {
  const counts = new Map<string, Asked>();
  const values = new Map<string, AskedValue>();
  const effects = nodes.flatMap(({ id, on_enter_effects, branches }) =>
    [...on_enter_effects, ...branches.flatMap((branch) => branch.effects)].map((effect) => ({ effect, id })),
  );

  /** Notes what an expression of a node asks for. `above` is the number it is compared with, where it is compared with one. */
  const ask = (expression: Expression, nodeId: string, above: number | null = null): void => {
    if ("var" in expression) {
      const known = values.get(expression.var) ?? { limit: 0, onlyGrows: true };
      values.set(expression.var, {
        limit: Math.max(known.limit, above ?? 0),
        onlyGrows: known.onlyGrows && above !== null,
      });
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
        counts.set(key, { counted: fn === "turns" ? TURNS : id, read: readerOf(fn, id, completed), limit });
      else known.limit = Math.max(known.limit, limit);
    }
  };

  for (const node of nodes) {
    for (const condition of node.conditions) ask(condition, node.id);
    for (const { conditions } of node.branches) for (const condition of conditions) ask(condition, node.id);
  }
  for (let size = -1; size !== values.size; ) {
    size = values.size;
    for (const { effect, id } of effects) {
      if (effect.target !== null && !values.has(effect.target)) continue;
      for (const guard of effect.when) ask(guard, id);
      if (effect.value !== null) ask(effect.value, id);
    }
  }
  for (const { effect } of effects) {
    const target = effect.target === null ? undefined : values.get(effect.target);
    if (target !== undefined && !grows(effect)) target.onlyGrows = false;
  }
  return { counts, values };
}

/** Whether an effect leaves a number as it is or makes it greater, or writes a number of its own, whatever it was. */
function grows({ op, value }: Effect): boolean {
  if (op === "reset" || op === "clear") return true;
  if (value === null || !("lit" in value)) return false;
  return op === "set" || (op === "add" && typeof value.lit === "number" && value.lit >= 0);
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
