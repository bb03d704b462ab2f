import { Compiler } from "inkjs/compiler/Compiler";
import { begin, choose, openOffers, type Page } from "../../runtime/run.ts";
import type { PlayedDialogue } from "../../runtime/story.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { importInk } from "./ink.ts";

/** Lines of a story up to its next choices, and the choices. */
export interface WalkPage {
  readonly lines: readonly string[];
  readonly choices: readonly string[];
}

/** A story that is played by its choices' places in the list. */
export interface StoryWalk {
  /** Lines and choices at the beginning. */
  readonly first: WalkPage;
  choose(at: number): WalkPage;
}

/** Plays ink by its own engine. */
export function playedByInk(source: string): () => StoryWalk {
  const story = new Compiler(source).Compile();
  return () => {
    story.ResetState();
    const said = (): WalkPage => {
      const lines: string[] = [];
      while (story.canContinue) lines.push(...onThePage(story.Continue() ?? "").split("\n"));
      return { lines: tidy(lines), choices: story.currentChoices.map(({ text }) => plain(onThePage(text))) };
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
export function playedByUs(source: string): () => StoryWalk {
  const imported = importInk(source);
  return playedByRuntime(playedStory(imported, imported.graphs[0]?.key ?? ""));
}

/** Lines that are read without a choice before a story goes on for ever. */
const ENDLESS = 200;

/** Thrown where a story says more and more and never asks. */
export class Endless extends Error {}

/** Plays a dialogue by the runtime of the service, reading on where there is nothing to choose. */
export function playedByRuntime(dialogue: PlayedDialogue): () => StoryWalk {
  return () => {
    let page = begin(dialogue);
    const said = (): WalkPage => {
      const lines = linesOf(page);
      for (let read = 0; page.halt.kind === "continue"; read++) {
        if (read > ENDLESS) throw new Endless();
        page = choose(dialogue, page.state, page.halt.choice.branch);
        lines.push(...linesOf(page));
      }
      if (page.halt.kind === "circle") throw new Endless();
      return { lines: tidy(lines), choices: openOffers(page.halt).map(({ text }) => plain(text)) };
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

/**
 * Returns the lines and choices along a walk; each pick is an index into the list, counted on from its beginning again
 * at the end.
 */
export function walked(play: () => StoryWalk, picks: readonly number[]): WalkPage[] {
  const played = play();
  const said = [played.first];
  for (const pick of picks) {
    const { choices } = said.at(-1) ?? { choices: [] };
    if (choices.length === 0) break;
    said.push(played.choose(pick % choices.length));
  }
  return said;
}

/** A text of ink as its page for the web shows it, without the looks. */
function onThePage(text: string): string {
  return text.replace(/<br>/g, "\n").replace(/<\/?(?:b|strong|i|em|s|strike|del)>/g, "");
}

function linesOf({ said }: Page): string[] {
  return said.flatMap(({ text }) => text.split("\n"));
}

function tidy(lines: readonly string[]): string[] {
  return lines.map(plain).filter((line) => line !== "");
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
