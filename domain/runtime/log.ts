import type { Answer, Page } from "./run.ts";
import { answer, begin, choose, offersOf, openOffers, stand } from "./run.ts";
import type { Beginning, PlayState } from "./state.ts";
import type { PlayedDialogue } from "./story.ts";

/** Action of a step: a branch is taken, or the host answers. */
export type RunAction = { readonly choose: string } | { readonly answer: Answer };

/** An entry of a playthrough's log; `rebase` is how many of the actions so far still stood where it was moved to. */
export type LogEntry = RunAction | { readonly back: true } | { readonly rebase: number };

/**
 * Reason why an action is refused: the branch is not offered there, it is closed, nothing waits for that answer, or the
 * play is over.
 */
export type Misstep = "not_offered" | "closed" | "not_awaited" | "over";

/** The actions that a log comes to: those that were taken back are left out. */
export function actionsOf(log: Iterable<LogEntry>): RunAction[] {
  const actions: RunAction[] = [];
  for (const entry of log) {
    if ("back" in entry) actions.pop();
    else if ("rebase" in entry) actions.length = Math.min(actions.length, entry.rebase);
    else actions.push(entry);
  }
  return actions;
}

/** Whether nothing can be done any more at a halt. */
export function isOver({ halt }: Pick<Page, "halt">): boolean {
  return halt.kind !== "choices" && halt.kind !== "continue" && halt.kind !== "command" && halt.kind !== "waiting";
}

/** Does an action as a player or a host can, who open no closed door; answers why where they cannot. */
export function attempt(dialogue: PlayedDialogue, state: PlayState, action: RunAction): Page | Misstep {
  if ("answer" in action) return answer(dialogue, state, action.answer) ?? "not_awaited";
  const { halt } = stand(dialogue, state);
  const offer = offersOf(halt).find(({ branch }) => branch.id === action.choose);
  if (offer === undefined) return "not_offered";
  return openOffers(halt).includes(offer) ? choose(dialogue, state, offer.branch) : "closed";
}

/** A playthrough done again: a page for its beginning and one for each action, and where it could not go on, if it could not. */
export interface ReplayResult {
  readonly pages: readonly [Page, ...Page[]];
  readonly misstep: { readonly index: number; readonly reason: Misstep } | null;
}

/** Plays actions again from the beginning. The same story, beginning and actions come to the same pages. */
export function replay(
  dialogue: PlayedDialogue,
  beginning: Beginning & { from?: string | null },
  actions: readonly RunAction[],
): ReplayResult {
  const pages: [Page, ...Page[]] = [begin(dialogue, beginning)];
  for (const [index, action] of actions.entries()) {
    const page = pages[index] ?? pages[0];
    const next = isOver(page) ? "over" : attempt(dialogue, page.state, action);
    if (typeof next === "string") return { pages, misstep: { index, reason: next } };
    pages.push(next);
  }
  return { pages, misstep: null };
}
