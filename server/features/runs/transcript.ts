import { attempt, type LoggedAction, type Stumble } from "#domain/runtime/log.ts";
import { type Page, stand } from "#domain/runtime/run.ts";
import type { RunBeginning } from "#drizzle/schema/runs.ts";
import { playAgain } from "./play-again.ts";
import { showTurn } from "./show-run.ts";
import type { KeptStanding } from "./standing.ts";
import type { Story } from "./story.ts";

type ShownTurn = ReturnType<typeof showTurn>;

/** The last pages of a playthrough as they are shown, the page it stands at, the number of all, and where it could not go on, if it could not. */
export interface Transcript {
  readonly page: Page;
  readonly pages: number;
  readonly shown: ShownTurn[];
  readonly misstep: Stumble | null;
}

/** Characters that the JSON of the pages of one answer has at most, unless a single page has more. */
const MAX_CHARACTERS = 4 * 1_048_576;

/** Last pages up to a number and a size. */
class LastPages {
  readonly #most: number;
  readonly #pages: { readonly shown: ShownTurn; readonly size: number }[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(shown: ShownTurn): void {
    const size = JSON.stringify(shown).length;
    this.#pages.push({ shown, size });
    this.#size += size;
    while (this.#pages.length > 1 && (this.#pages.length > this.#most || this.#size > MAX_CHARACTERS))
      this.#size -= this.#pages.shift()?.size ?? 0;
  }

  get all(): ShownTurn[] {
    return this.#pages.map(({ shown }) => shown);
  }
}

/**
 * Plays a playthrough again and shows its last pages. Where that takes too much work, the pages since its state was last written are
 * played from there.
 *
 * @param kept the state written last; null where it is one of a later step.
 */
export async function transcriptOf(
  story: Story,
  { beginning, actions, most }: { beginning: RunBeginning; actions: readonly LoggedAction[]; most: number },
  kept: KeptStanding | null,
): Promise<Transcript> {
  const last = new LastPages(most);
  let before: Page | null = null;
  const { page, pages, misstep } = await playAgain(story.dialogue, { beginning, actions }, (now, index) => {
    const action = actions[index - 1];
    if (index + most > actions.length)
      last.add(showTurn(story, now, before === null || action === undefined ? null : { before, action }));
    before = now;
  });
  if (misstep?.reason !== "too_long" || kept === null) return { page, pages, shown: last.all, misstep };
  return { ...sinceKept(story, kept, most), pages: actions.length + 1, misstep: null };
}

function sinceKept(story: Story, { state, since, run_id }: KeptStanding, most: number) {
  const { dialogue } = story;
  const last = new LastPages(most);
  let page: Page = { nodes: [], said: [], way: [], trace: [], proposed: [], state, halt: stand(dialogue, state).halt };
  for (const action of since) {
    const next = attempt(dialogue, page.state, action, page.halt);
    if (typeof next === "string") throw new Error(`a step of ${run_id} does not follow from its log: ${next}`);
    last.add(showTurn(story, next, { before: page, action }));
    page = next;
  }
  return { page, shown: last.all };
}
