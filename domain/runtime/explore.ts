import { collectUses, type Expression, walkExpression } from "../expression.ts";
import { answer, begin, choose, type Halt, openOffers, type Page } from "./run.ts";
import type { Beginning, PlayState } from "./state.ts";
import { graphsOf, logicOf, type PlayedDialogue } from "./story.ts";

/** What is done at a step of a way: a branch that is taken, or an answer of the host; and where dice have to fall on it. */
export interface WayStep {
  readonly branch: string | null;
  readonly dice: readonly number[];
}

/** What an exploration found after so many different states. */
export type Exploration =
  /** A shortest way, by decisions; it begins with where dice fall before the first one. */
  | { readonly kind: "found"; readonly way: readonly WayStep[]; readonly states: number }
  /** Every state was looked at, and none is wanted. */
  | { readonly kind: "none"; readonly states: number }
  /** There are more states than were allowed, or more ways in which dice can fall. */
  | { readonly kind: "undecided"; readonly states: number };

/** What an exploration looks for, and how far. */
export interface Wanted {
  /** Whether a page is one: the first such page ends the search. */
  readonly isWanted: (page: Page) => boolean;
  /** Different states that are looked at, at most. */
  readonly budget: number;
  readonly beginning?: (Beginning & { readonly from?: string | null }) | undefined;
}

interface Reached {
  readonly state: PlayState;
  readonly halt: Halt;
  readonly before: Reached | null;
  readonly step: WayStep;
}

/**
 * Looks for a way to a page, breadth first over everything that players can do and every way in which dice can fall. States that no
 * condition can tell apart are one: values and counts that nothing asks for are left out, and counts end one above what is asked for.
 */
export function explore(dialogue: PlayedDialogue, { isWanted, budget, beginning = {} }: Wanted): Exploration {
  const keyOf = reduction(dialogue);
  const seen = new Set<string>();
  const queue: Reached[] = [];
  let found: Reached | null = null;
  let falls = 0;

  const reach = (
    make: (played: PlayedDialogue) => Page | null,
    before: Reached | null,
    branch: string | null,
  ): void => {
    for (const { page, dice } of everyFall(dialogue, make)) {
      falls += 1;
      if (falls > budget * FALLS_A_STATE) return;
      if (page === null || found !== null) continue;
      const key = keyOf(page);
      if (seen.has(key)) continue;
      seen.add(key);
      const reached = { state: page.state, halt: page.halt, before, step: { branch, dice } };
      if (isWanted(page)) found = reached;
      queue.push(reached);
    }
  };
  reach((played) => begin(played, beginning), null, null);
  for (let at = 0; at < queue.length && found === null; at++) {
    if (seen.size > budget || falls > budget * FALLS_A_STATE) break;
    const reached = queue[at];
    if (reached === undefined) break;
    const { state, halt } = reached;
    if (halt.kind === "command") reach((played) => answer(played, state), reached, null);
    for (const { branch } of openOffers(halt)) reach((played) => choose(played, state, branch), reached, branch.id);
  }
  const states = seen.size;
  if (found !== null) return { kind: "found", way: wayTo(found), states };
  const isWhole = states <= budget && falls <= budget * FALLS_A_STATE;
  return { kind: isWhole ? "none" : "undecided", states };
}

/** Pages that are made for a state of the budget: most come to a state that was seen, and dice make more of them. */
const FALLS_A_STATE = 16;

function wayTo(found: Reached): WayStep[] {
  const way: WayStep[] = [];
  for (let at: Reached | null = found; at !== null; at = at.before) way.push(at.step);
  return way.reverse();
}

/** Does something once for every way in which the dice on it can fall. */
function* everyFall(
  dialogue: PlayedDialogue,
  make: (played: PlayedDialogue) => Page | null,
): Generator<{ page: Page | null; dice: readonly number[] }> {
  let script: number[] = [];
  for (;;) {
    const sides: number[] = [];
    const fallen: number[] = [];
    const dice = (outcomes: number): number => {
      const side = script[fallen.length] ?? 0;
      sides.push(outcomes);
      fallen.push(side);
      return side;
    };
    const page = make({ ...dialogue, dice });
    yield { page, dice: fallen };
    // The last die that has a side left falls on it; those behind it begin anew.
    let last = fallen.length - 1;
    while (last >= 0 && (fallen[last] ?? 0) + 1 >= (sides[last] ?? 0)) last -= 1;
    if (last < 0) return;
    script = [...fallen.slice(0, last), (fallen[last] ?? 0) + 1];
  }
}

/** Answers what tells states apart: the cone of influence of all conditions. */
function reduction(dialogue: PlayedDialogue): (page: Page) => string {
  const nodes = graphsOf(dialogue).flatMap((graph) => [...graph.nodes.values()]);
  const { conditions, effects } = logicOf(nodes);
  const asked = new Set<string>();
  const values = new Set<string>();
  let most = 0;
  let asksTurns = false;
  const ask = (expression: Expression) => {
    const uses = collectUses(expression);
    for (const id of uses.variables) values.add(id);
    for (const id of uses.refs) asked.add(id);
    walkExpression(expression, (part) => {
      if ("lit" in part && typeof part.lit === "number") most = Math.max(most, part.lit);
      if (!("fn" in part) || "op" in part) return;
      if (part.fn === "turns" || part.fn === "turns_since") asksTurns = true;
      // Without a node they speak of the one they stand in, which may be any.
      if ((part.fn === "visits" || part.fn === "visited") && part.args.length === 0)
        for (const { id } of nodes) asked.add(id);
    });
  };
  for (const condition of conditions) ask(condition);
  // What flows into a value that is asked for is asked for.
  for (let size = -1; size !== values.size; ) {
    size = values.size;
    for (const effect of effects) {
      if (effect.target !== null && !values.has(effect.target)) continue;
      for (const guard of effect.when) ask(guard);
      if (effect.value !== null) ask(effect.value);
    }
  }
  const branches = nodes.flatMap((node) => node.branches);
  const once = branches.flatMap(({ id, repeat }) => (repeat === "once" ? [id] : []));
  const pools = nodes
    .filter(({ kind }) => kind === "storylet_group")
    .flatMap((node) => node.branches.map(({ id }) => id));
  const [ids, kept] = [[...asked], [...values].sort()];
  const clamp = (count: number | undefined) => Math.min(count ?? 0, most + 1);
  return ({ state, halt }) => {
    const { visits, taken, offered } = state;
    return JSON.stringify([
      [state.at, state.phase, state.stack, halt.kind],
      // What dice decided in conditions is not in the state.
      openOffers(halt).map(({ branch }) => branch.id),
      kept.map((id) => state.values[id] ?? null),
      ids.map((id) => [
        clamp(visits[id]?.entered),
        clamp(visits[id]?.completed),
        clamp(taken[id]?.count),
        id in offered,
      ]),
      once.map((id) => [id in taken, state.taken_this_visit.includes(id)]),
      pools.map((id) => [taken[id]?.count ?? 0, taken[id]?.turn ?? -1]),
      asksTurns ? state.turn : 0,
    ]);
  };
}
