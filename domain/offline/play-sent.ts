import {
  type ActionRefusal,
  attempt,
  isOver,
  type LogEntry,
  type LoggedAction,
  type ReplaySource,
  type RunAction,
  replaying,
} from "../runtime/log.ts";
import { type Halt, type Page, stand } from "../runtime/run.ts";
import type { PlayState } from "../runtime/state.ts";
import type { PlayedDialogue } from "../runtime/story.ts";
import { PAGE_LIMITS } from "../runtime/work.ts";
import type { Steps } from "../steps.ts";

/** Action that was done offline: a step of the story, or a step back. */
export type SentAction = RunAction | { readonly back: true };

/** Reason for which an action that was done offline is refused. */
export type SentRefusal = ActionRefusal | "at_beginning" | "too_long";

/** A playthrough in which actions that were done offline are played again. */
export interface SentTo {
  readonly state: PlayState;
  /** Whether it is over, so that only a step back leads on. */
  readonly isEnded: boolean;
  /** Beginning and the actions that it comes to so far; only steps back ask for them. */
  readonly history: ReplaySource;
  /** Steps that it may still have. */
  readonly room: number;
}

/** An entry that the log gets, with the place of the action it is of; null for what a step back takes along. */
export interface SentEntry {
  readonly entry: LogEntry;
  readonly index: number | null;
}

/** Actions that were played again, up to the first that is not possible. */
export interface PlayedSent {
  readonly entries: readonly SentEntry[];
  /** The page that the last of them came to; of none, where the playthrough stands. */
  readonly page: Page;
  readonly refused: { readonly index: number; readonly code: SentRefusal } | null;
}

/** Evaluations that each action may take on average, as in a replay. */
const EVALUATIONS_AN_ACTION = 1_000;

/**
 * Plays actions in order as a player could, who opens no closed door, and stops at the first one that is not possible. A step back leads
 * to before the last decision: what was told from outside since goes with it.
 */
export function* playingSent(
  dialogue: PlayedDialogue,
  { state, isEnded, history, room }: SentTo,
  actions: readonly SentAction[],
): Steps<PlayedSent> {
  const meter = { spent: 0 };
  const played = { ...dialogue, meter };
  const most = PAGE_LIMITS.evaluations + actions.length * EVALUATIONS_AN_ACTION;
  const way: LoggedAction[] = [...history.actions];
  const back = actions.filter((each) => "back" in each).length;
  /** Pages before actions of the way, by the place of the action. */
  const before = new Map<number, Page>();
  const entries: SentEntry[] = [];
  let page = standing(played, state);
  let ended = isEnded || isOver(page);
  const stopped = (index: number, code: SentRefusal): PlayedSent => ({ entries, page, refused: { index, code } });
  for (const [index, action] of actions.entries()) {
    if (meter.spent > most) return stopped(index, "too_long");
    yield;
    if (!("back" in action)) {
      if (entries.length + 1 > room) return stopped(index, "too_long");
      const next = ended ? "over" : attempt(played, page.state, action, page.halt);
      if (typeof next === "string") return stopped(index, next);
      before.set(way.length, page);
      way.push(action);
      entries.push({ entry: action, index });
      page = next;
      ended = isOver(page);
      continue;
    }
    const last = way.findLastIndex(isOfStory);
    if (last < 0) return stopped(index, "at_beginning");
    const popped = way.length - last;
    if (entries.length + popped > room) return stopped(index, "too_long");
    if (!before.has(last)) {
      const keptFrom = placeBefore(way, last, back);
      let nth = 0;
      const misstep = yield* replaying(dialogue, { ...history, actions: way.slice(0, last) }, (each) => {
        if (nth >= keptFrom) before.set(nth, each);
        nth += 1;
      });
      if (misstep !== null) return stopped(index, "too_long");
    }
    for (let nth = 0; nth < popped; nth++)
      entries.push({ entry: { back: true }, index: nth === popped - 1 ? index : null });
    way.length = last;
    page = before.get(last) ?? page;
    ended = isOver(page);
  }
  return { entries, page, refused: null };
}

/** Returns the place of the action that so many steps back from a place lead to before: each takes a step of the story. */
function placeBefore(way: readonly LoggedAction[], from: number, steps: number): number {
  let place = from;
  for (let left = steps; place > 0 && left > 0; place--) {
    const action = way[place - 1];
    if (action !== undefined && isOfStory(action)) left -= 1;
  }
  return place;
}

const isOfStory = (action: LoggedAction): boolean => "choose" in action || "answer" in action;

/** Returns the page at which a playthrough stands, on which nothing happened. */
function standing(dialogue: PlayedDialogue, state: PlayState): Page {
  const halt: Halt = stand(dialogue, state).halt;
  return { nodes: [], said: [], way: [], trace: [], proposed: [], state, halt };
}
