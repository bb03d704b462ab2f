import { type RunAction, replay } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";

/** Content of a kept reading. */
export interface KeptSteps {
  readonly seed: number;
  readonly steps: readonly ({ readonly branch_id: string } | { readonly answer: Record<string, never> })[];
}

/** A playthrough, as far as it says what was done in it. */
interface Played {
  readonly from: string | null;
  readonly pages: readonly Page[];
  readonly forced: ReadonlySet<string>;
}

/**
 * Returns the steps of a playthrough to keep as a reading, or the reason why it cannot be kept: a reading can only do
 * what a player can.
 */
export function keptSteps(dialogue: PlayedDialogue, { from, pages, forced }: Played): KeptSteps | string {
  const [first] = pages;
  if (first === undefined || first.halt.kind === "nothing") return "There is nothing to keep yet.";
  if (forced.size > 0) return "A value was set by hand. Begin again to keep a reading.";
  const { seed } = first.state;
  const actions = pages.slice(1).map((page, index): RunAction | null => {
    const [branch] = page.way;
    if (pages[index]?.halt.kind === "command") return { answer: {} };
    return branch === undefined ? null : { choose: branch };
  });
  const steps = actions.filter((action) => action !== null);
  const again = replay(dialogue, { seed, from }, steps);
  const isSame = again.misstep === null && steps.length === actions.length && wayOf(again.pages) === wayOf(pages);
  if (!isSame) return "A closed choice was taken, or the story changed. Begin again to keep a reading.";
  return {
    seed,
    steps: steps.map((action) => ("choose" in action ? { branch_id: action.choose } : { answer: {} })),
  };
}

function wayOf(pages: readonly Page[]): string {
  return pages.flatMap(({ nodes }) => nodes).join(" ");
}
