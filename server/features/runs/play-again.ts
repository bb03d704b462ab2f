import { type ReplaySource, replaying, type Stumble } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { runYielding } from "../../operation/run-yielding.ts";

/** A playthrough played again: its last page, the number of pages, and where it could not go on, if it could not. */
export interface PlayedAgain {
  readonly page: Page;
  readonly pages: number;
  readonly misstep: Stumble | null;
}

/**
 * Plays actions again, and serves other requests between two pages. Only the last page is kept: each has a state of its own.
 *
 * @param visit gets each page with its number, from 0 for the beginning.
 */
export async function playAgain(
  dialogue: PlayedDialogue,
  replayed: ReplaySource,
  visit: (page: Page, index: number) => void = () => undefined,
): Promise<PlayedAgain> {
  let last: Page | null = null;
  let pages = 0;
  const misstep = await runYielding(
    replaying(dialogue, replayed, (page) => {
      last = page;
      visit(page, pages++);
    }),
  );
  if (last === null) throw new Error("a beginning was not played");
  return { page: last, pages, misstep };
}

/** Returns the reason why an action cannot be played, for who sent it. */
export function stumbleWords(reason: string): string {
  return reason === "too_long" ? "the steps before it take too much work" : "the story does not offer that there";
}
