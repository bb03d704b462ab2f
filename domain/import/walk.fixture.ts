import { expect } from "vitest";
import { begin, choose, openOffers, type Page } from "../runtime/run.ts";
import type { PlayedDialogue } from "../runtime/story.ts";
import type { ShownWords } from "../runtime/words.ts";

/** Text and choices of a page, as a player sees them. */
export interface WalkedPage {
  readonly text: string;
  readonly choices: readonly string[];
}

/** Player of a story that is driven by the indexes of its choices. */
export interface Walker {
  start(): WalkedPage;
  choose(at: number): WalkedPage;
  /** False once a number has left the whole numbers that are exact: theirs goes on with what it is about, and ours stays. */
  readonly isExact?: boolean;
}

/** Whether a value is none of the numbers beyond the whole ones that are exact. */
export function isExact(value: unknown): boolean {
  return typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Plays a story as it is imported, reading on as far as the player of its own format would. */
export class ImportedPlayer implements Walker {
  readonly #dialogue: PlayedDialogue;
  readonly #inWords: (shown: ShownWords) => string;
  #page: Page | null = null;

  /** @param inWords the text of what is shown: its words alone, unless its marks are to be seen as well */
  constructor(dialogue: PlayedDialogue, inWords: (shown: ShownWords) => string = ({ text }) => text) {
    this.#dialogue = dialogue;
    this.#inWords = inWords;
  }

  start(): WalkedPage {
    return this.#read(begin(this.#dialogue));
  }

  choose(at: number): WalkedPage {
    const offer = this.#page === null ? undefined : openOffers(this.#page.halt)[at];
    if (this.#page === null || offer === undefined) throw new Error(`no choice ${at}`);
    return this.#read(choose(this.#dialogue, this.#page.state, offer.branch));
  }

  /** Reads on to where something is asked. */
  #read(first: Page): WalkedPage {
    let page = first;
    const said = page.said.map(this.#inWords);
    while (page.halt.kind === "continue") {
      page = choose(this.#dialogue, page.state, page.halt.choice.branch);
      said.push(...page.said.map(this.#inWords));
    }
    this.#page = page;
    return { text: said.join(" "), choices: openOffers(page.halt).map(this.#inWords) };
  }
}

/**
 * Walks two players along the same choices, which have to say and offer the same as long as numbers are exact; calls back with
 * every page of the first.
 */
export function expectSameWalk(
  [theirs, ours]: readonly [Walker, Walker],
  picks: readonly number[],
  { where, squeezed, seen }: { where: string; squeezed: (text: string) => string; seen?: (page: WalkedPage) => void },
): void {
  let [said, same] = [theirs.start(), ours.start()];
  const way: number[] = [];
  for (const pick of [...picks, 0]) {
    if (theirs.isExact === false) return;
    seen?.(said);
    expect([squeezed(same.text), same.choices], `${JSON.stringify(way)}\n${where}`).toEqual([
      squeezed(said.text),
      said.choices,
    ]);
    if (said.choices.length === 0) return;
    const at = pick % said.choices.length;
    way.push(at);
    [said, same] = [theirs.choose(at), ours.choose(at)];
  }
}
