import { Compiler } from "inkjs/compiler/Compiler";
import { begin, choose, openOffers, type Page } from "../../runtime/run.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { importInk } from "./ink.ts";

/** What a story says until it asks, and what it asks. */
export interface Said {
  readonly lines: readonly string[];
  readonly choices: readonly string[];
}

/** A story that is played by its choices' places in the list. */
export interface Played {
  /** What it says first. */
  readonly first: Said;
  choose(at: number): Said;
}

/** Plays ink by its own engine. */
export function playedByInk(source: string): () => Played {
  const story = new Compiler(source).Compile();
  return () => {
    story.ResetState();
    const said = (): Said => {
      const lines: string[] = [];
      while (story.canContinue) lines.push(...(story.Continue() ?? "").split("\n"));
      return { lines: tidy(lines), choices: story.currentChoices.map(({ text }) => text) };
    };
    return {
      first: said(),
      choose: (at) => {
        story.ChooseChoiceIndex(at);
        return said();
      },
    };
  };
}

/** Plays ink as it is imported, by the runtime of the service. */
export function playedByUs(source: string): () => Played {
  const imported = importInk(source);
  const dialogue = playedStory(imported, imported.graphs[0]?.key ?? "");
  return () => {
    let page = begin(dialogue);
    const said = (): Said => {
      const lines = linesOf(page);
      while (page.halt.kind === "continue") {
        page = choose(dialogue, page.state, page.halt.choice.branch);
        lines.push(...linesOf(page));
      }
      return { lines: tidy(lines), choices: openOffers(page.halt).map(({ text }) => text) };
    };
    return {
      first: said(),
      choose: (at) => {
        const offer = openOffers(page.halt)[at];
        if (offer === undefined) throw new Error(`no choice ${at}`);
        page = choose(dialogue, page.state, offer.branch);
        return said();
      },
    };
  };
}

function linesOf({ said }: Page): string[] {
  return said.flatMap(({ text }) => text.split("\n"));
}

function tidy(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter((line) => line !== "");
}
