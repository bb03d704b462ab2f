import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { begin, choose, openOffers, type Page } from "../../runtime/run.ts";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { importArcweave } from "./arcweave.ts";
import { type ArcweavePage, ArcweavePlayer } from "./arcweave-player.fixture.ts";

const squeezed = (text: string) => text.replace(/[\s–]+/g, "");

/** Plays the project as it is imported, beginning where it begins. */
class ImportedPlayer {
  readonly #dialogue;
  #page: Page | null = null;

  constructor(source: string) {
    const story = importArcweave(source);
    const { startingElement } = JSON.parse(source) as { startingElement: string };
    const first = story.graphs.find(({ nodes }) => nodes.some(({ key }) => key === startingElement));
    this.#dialogue = playedStory(story, first?.key ?? "");
  }

  start(): ArcweavePage {
    return this.#read(begin(this.#dialogue));
  }

  choose(at: number): ArcweavePage {
    const offer = this.#page === null ? undefined : openOffers(this.#page.halt)[at];
    if (this.#page === null || offer === undefined) throw new Error(`no choice ${at}`);
    return this.#read(choose(this.#dialogue, this.#page.state, offer.branch));
  }

  #read(first: Page): ArcweavePage {
    let page = first;
    const said = page.said.map(({ text }) => text);
    while (page.halt.kind === "continue") {
      page = choose(this.#dialogue, page.state, page.halt.choice.branch);
      said.push(...page.said.map(({ text }) => text));
    }
    this.#page = page;
    return { text: said.join(" "), choices: openOffers(page.halt).map(({ text }) => text) };
  }
}

describe.skipIf(!hasCorpus)("the Arcweave project of the corpus", () => {
  const source = hasCorpus ? corpusStory("arcweave-castle.json") : "";

  it("says and offers what Arcweave's own rules make of it, wherever a walk leads", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }), (picks) => {
        const theirs = new ArcweavePlayer(source);
        const ours = new ImportedPlayer(source);
        let [said, same] = [theirs.start(), ours.start()];
        for (const pick of picks) {
          seen.add(squeezed(said.text));
          expect([squeezed(same.text), same.choices]).toEqual([squeezed(said.text), said.choices]);
          if (said.choices.length === 0) return;
          const at = pick % said.choices.length;
          [said, same] = [theirs.choose(at), ours.choose(at)];
        }
      }),
      { numRuns: 300 },
    );
    // All thirteen elements are walked, and the two texts of those whose words depend on something.
    expect(seen.size).toBeGreaterThanOrEqual(13);
  });
});
