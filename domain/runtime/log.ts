import { runToEnd, type Steps } from "../steps.ts";
import { type MemoryAction, remember } from "./memory.ts";
import type { Answer, Page } from "./run.ts";
import { answer, begin, choose, type Halt, offersOf, openOffers, stand } from "./run.ts";
import type { Beginning, PlayState } from "./state.ts";
import type { PlayedDialogue } from "./story.ts";
import { PAGE_LIMITS } from "./work.ts";

/** Action of a step: a branch is taken, or the host answers. */
export type RunAction = { readonly choose: string } | { readonly answer: Answer };

/** Action that is played again with its playthrough: a step of the story, or what is done from outside of it. */
export type LoggedAction = RunAction | MemoryAction;

/** An entry of a playthrough's log; `rebase` is how many of the actions so far still stood where it was moved to. */
export type LogEntry = LoggedAction | { readonly back: true } | { readonly rebase: number };

/**
 * Reason why an action is refused: the branch is not offered there, it is closed, nothing waits for that answer, or the
 * play is over.
 */
export type ActionRefusal = "not_offered" | "closed" | "not_awaited" | "over";

/** Reason why actions are not played on: one is refused, or those before it took all the work that they may. */
export type Misstep = ActionRefusal | "too_long";

/** Places in a log of the actions that it comes to, in order: those that were taken back are left out. */
export function placesOfActions(log: readonly LogEntry[]): number[] {
  const places: number[] = [];
  for (const [place, entry] of log.entries()) {
    if ("back" in entry) places.pop();
    else if ("rebase" in entry) places.length = Math.min(places.length, entry.rebase);
    else places.push(place);
  }
  return places;
}

/** The actions that a log comes to: those that were taken back are left out. */
export function actionsOf(log: readonly LogEntry[]): LoggedAction[] {
  return placesOfActions(log).map((place) => log[place] as LoggedAction);
}

/** Whether nothing can be done any more at a halt. */
export function isOver({ halt }: Pick<Page, "halt">): boolean {
  return halt.kind !== "choices" && halt.kind !== "continue" && halt.kind !== "command" && halt.kind !== "waiting";
}

/**
 * Does an action as a player or a host can, who open no closed door; answers why where they cannot.
 *
 * @param halt the halt of that state, where it is known.
 */
export function attempt(
  dialogue: PlayedDialogue,
  state: PlayState,
  action: LoggedAction,
  halt?: Halt,
): Page | ActionRefusal {
  if ("answer" in action) return answer(dialogue, state, action.answer) ?? "not_awaited";
  if (!("choose" in action))
    return remember(dialogue, state, action, halt !== undefined && isOver({ halt }) ? halt : null);
  const here = halt ?? stand(dialogue, state).halt;
  const offer = offersOf(here).find(({ branch }) => branch.id === action.choose);
  if (offer === undefined) return "not_offered";
  return openOffers(here).includes(offer) ? choose(dialogue, state, offer.branch) : "closed";
}

/** An action that was not done again, by its place among them. */
export interface Stumble {
  readonly index: number;
  readonly reason: Misstep;
}

/** A playthrough done again: a page for its beginning and one for each action, and where it could not go on, if it could not. */
export interface ReplayResult {
  readonly pages: readonly [Page, ...Page[]];
  readonly misstep: Stumble | null;
}

/** A playthrough to do again. */
export interface ReplaySource {
  readonly beginning: Beginning & { readonly from?: string | null };
  readonly actions: readonly LoggedAction[];
}

/** Evaluations that each action may take when actions are played again, on average. Those of the stories that come with the product take up to 158. */
const EVALUATIONS_AN_ACTION = 1_000;

/**
 * Plays actions again from the beginning, a page a step. The same story, beginning and actions come to the same pages.
 *
 * @param visit gets each page: the first one for the beginning, and one for each action.
 * @returns where it could not go on; null where it could.
 */
export function* replaying(
  dialogue: PlayedDialogue,
  { beginning, actions }: ReplaySource,
  visit: (page: Page) => void,
): Steps<Stumble | null> {
  const meter = { spent: 0 };
  const most = PAGE_LIMITS.evaluations + actions.length * EVALUATIONS_AN_ACTION;
  const played = { ...dialogue, meter };
  let page = begin(played, beginning);
  visit(page);
  for (const [index, action] of actions.entries()) {
    if (meter.spent > most) return { index, reason: "too_long" };
    yield;
    const isOfStory = "choose" in action || "answer" in action;
    const next = isOver(page) && isOfStory ? "over" : attempt(played, page.state, action, page.halt);
    if (typeof next === "string") return { index, reason: next };
    page = next;
    visit(page);
  }
  return null;
}

/** Plays actions again without a pause, and keeps their pages. */
export function replay(
  dialogue: PlayedDialogue,
  beginning: ReplaySource["beginning"],
  actions: readonly LoggedAction[],
): ReplayResult {
  const pages: Page[] = [];
  const misstep = runToEnd(replaying(dialogue, { beginning, actions }, (page) => pages.push(page)));
  // A beginning is always played.
  return { pages: pages as [Page, ...Page[]], misstep };
}
