import { attempt, type RunAction, replay } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { Story } from "./ask-link.ts";
import type { Progress } from "./kept-progress.ts";

/** A playthrough as it stands: what was done, and a page for its beginning and for each of the actions. */
export interface Playthrough extends Progress {
  readonly pages: readonly [Page, ...Page[]];
  /** Whether the story changed since, so that a part of what was done stands no longer. */
  readonly isCutShort: boolean;
}

/** Dice fall anew in each playthrough, and the same again when it steps back. */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

/** Plays what was done again, as far as the story still has it. */
export function playthroughOf({ dialogue }: Story, { seed, actions }: Progress): Playthrough {
  const { pages, misstep } = replay(dialogue, { seed }, actions);
  const done = misstep === null ? actions : actions.slice(0, misstep.index);
  return { seed, actions: done, pages, isCutShort: misstep !== null };
}

/** A playthrough after one more action; the same where nothing offers that. */
export function after({ dialogue }: Story, run: Playthrough, action: RunAction): Playthrough {
  const page = attempt(dialogue, lastPage(run).state, action);
  if (typeof page === "string") return run;
  return { seed: run.seed, actions: [...run.actions, action], pages: [...run.pages, page], isCutShort: false };
}

/** A playthrough before its last action. */
export function before(run: Playthrough): Playthrough {
  const [first, ...others] = run.pages;
  return {
    seed: run.seed,
    actions: run.actions.slice(0, -1),
    pages: [first, ...others.slice(0, -1)],
    isCutShort: false,
  };
}

/** The page a playthrough stands at. */
export function lastPage({ pages }: Playthrough): Page {
  return pages.at(-1) ?? pages[0];
}
