import type { Branch } from "../dialogue/wire.ts";
import { expectArguments } from "./arguments.ts";
import { answer, begin, choose, openOffers, type Page } from "./run.ts";
import type { Beginning, PlayState } from "./state.ts";
import { seenPages } from "./state-key.ts";
import type { PlayedDialogue } from "./story.ts";
import { PAGE_LIMITS } from "./work.ts";

/** Step of a way: a branch that is taken, or an answer of the host; and the dice that have to fall on it. */
export interface WayStep {
  readonly branch: string | null;
  readonly dice: readonly number[];
}

/** Result of an exploration, with the number of different states it looked at. */
export type Exploration =
  /** A shortest way, by decisions; it begins with where dice fall before the first one. */
  | { readonly kind: "found"; readonly way: readonly WayStep[]; readonly states: number }
  /** Every state was looked at, and none is wanted. */
  | { readonly kind: "none"; readonly states: number }
  /** Undecided exploration: there are more states, or more ways in which dice can fall, or they take more work, than was allowed. */
  | { readonly kind: "undecided"; readonly states: number };

/** Goal and limits of an exploration. */
export interface ExplorationGoal {
  /** Whether a page is one: the first such page ends the search. */
  readonly isWanted: (page: Page) => boolean;
  /** Different states that are looked at, at most. */
  readonly budget: number;
  /** Whether to stop before; asked at every page. */
  readonly isStopped?: (() => boolean) | undefined;
  readonly beginning?: (Beginning & { readonly from?: string | null }) | undefined;
}

/** A page that was come to. What goes on from it is let go once that was done, so that only the ways are kept. */
interface Reached {
  readonly before: Reached | null;
  readonly branch: string | null;
  readonly dice: readonly number[];
  onward: { readonly state: PlayState; readonly open: readonly Branch[]; readonly isAsked: boolean } | null;
}

/**
 * Looks for a way to a page, breadth first over everything that players can do and every way in which dice can fall. States that no
 * condition can tell apart are one: values and counts that nothing asks for are left out, and counts end one above what is asked for.
 */
export function explore(story: PlayedDialogue, { budget, ...wanted }: ExplorationGoal): Exploration {
  expectArguments("explore", { story });
  return explorer(story, wanted)(budget);
}

/**
 * Explores in goes: each has a larger budget than the one before, for all of them together, and goes on where that one ended. States
 * that were looked at are not looked at again.
 */
export function explorer(
  dialogue: PlayedDialogue,
  { isWanted, isStopped = () => false, beginning = {} }: Omit<ExplorationGoal, "budget">,
): (budget: number) => Exploration {
  const seen = seenPages(dialogue);
  const meter = { spent: 0 };
  const rolled = new Dice({ ...dialogue, memory: seen.memory, meter });
  const queue: Reached[] = [];
  let found: Reached | null = null;
  let falls = 0;
  let budget = 0;
  let at = 0;
  let hasBegun = false;
  let wasStopped = false;
  const isTooMuch = () => falls > budget * FALLS_A_STATE || meter.spent > workOf(budget);
  const isSpent = () => seen.count() > budget || isTooMuch();
  const isCutOff = () => wasStopped || isTooMuch();

  const reach = (
    make: (played: PlayedDialogue) => Page | null,
    before: Reached | null,
    branch: string | null,
  ): void => {
    rolled.everyFall(make, (page, dice) => {
      falls += 1;
      wasStopped ||= isStopped();
      if (isCutOff()) return false;
      if (page === null || found !== null) return true;
      const { state, halt } = page;
      const reached: Reached = { before, branch, dice, onward: null };
      // What a page passes through is not in its state: a page that ends where another did can be the one that is wanted.
      if (isWanted(page)) found = reached;
      const open = openOffers(halt);
      if (!seen.add(page, open)) return true;
      reached.onward = { state, open: open.map((offer) => offer.branch), isAsked: halt.kind === "command" };
      queue.push(reached);
      return true;
    });
  };
  const goOnFrom = (reached: Reached): void => {
    if (reached.onward === null) return;
    const { state, open, isAsked } = reached.onward;
    if (isAsked) reach((played) => answer(played, state), reached, null);
    for (const branch of open) {
      if (isCutOff()) return;
      reach((played) => choose(played, state, branch), reached, branch.id);
    }
  };

  return (allowed) => {
    budget = allowed;
    wasStopped = isStopped();
    if (!hasBegun) {
      reach((played) => begin(played, beginning), null, null);
      // Falls that were cut off are made once more with the next budget.
      hasBegun = !isCutOff();
    }
    for (; at < queue.length && found === null && !isSpent(); at++) {
      wasStopped ||= isStopped();
      const reached = queue[at];
      if (wasStopped || reached === undefined) break;
      goOnFrom(reached);
      if (isCutOff()) break;
      reached.onward = null;
    }
    // The last page may have led to more than one state beyond the budget; those are not looked at yet.
    const states = Math.min(seen.count(), budget);
    if (found !== null) return { kind: "found", way: wayTo(found), states };
    return { kind: wasStopped || isSpent() ? "undecided" : "none", states };
  };
}

/** Pages that are made for a state of the budget: most come to a state that was seen, and dice make more of them. */
const FALLS_A_STATE = 16;

/** Evaluations for a state of the budget. Pages of the stories that come with the product take 36 to 102 on average. */
const EVALUATIONS_A_STATE = 4_000;

/** Evaluations of all pages that may be made for a budget. */
const workOf = (states: number) => PAGE_LIMITS.evaluations + states * EVALUATIONS_A_STATE;

function wayTo(found: Reached): WayStep[] {
  const way: WayStep[] = [];
  for (let at: Reached | null = found; at !== null; at = at.before) way.push({ branch: at.branch, dice: at.dice });
  return way.reverse();
}

/** Empty list, for a step without dice. */
const NO_DICE: readonly number[] = [];

/** Dice of a dialogue that fall on each side in turn. */
class Dice {
  readonly #dialogue: PlayedDialogue;
  #script = NO_DICE;
  #fallen: number[] = [];
  #sides: number[] = [];

  constructor(dialogue: PlayedDialogue) {
    const dice = (outcomes: number): number => {
      const side = this.#script[this.#fallen.length] ?? 0;
      this.#sides.push(outcomes);
      this.#fallen.push(side);
      return side;
    };
    this.#dialogue = { ...dialogue, dice };
  }

  /** Does something once for every way in which the dice on it can fall, until `then` answers that it is enough. */
  everyFall(
    make: (played: PlayedDialogue) => Page | null,
    then: (page: Page | null, dice: readonly number[]) => boolean,
  ): void {
    this.#script = NO_DICE;
    for (;;) {
      const page = make(this.#dialogue);
      const [fallen, sides] = [this.#fallen, this.#sides];
      if (fallen.length === 0) {
        then(page, NO_DICE);
        return;
      }
      [this.#fallen, this.#sides] = [[], []];
      if (!then(page, fallen)) return;
      // The last die that has a side left falls on it; those behind it begin anew.
      let last = fallen.length - 1;
      while (last >= 0 && (fallen[last] ?? 0) + 1 >= (sides[last] ?? 0)) last -= 1;
      if (last < 0) return;
      this.#script = [...fallen.slice(0, last), (fallen[last] ?? 0) + 1];
    }
  }
}
