import { counted } from "#domain/counted.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { NameMap } from "../../frame/project/known.ts";
import type { Character } from "../../frame/project/project-queries.ts";
import { speakerShown } from "../fields/use-speaker.ts";
import type { Node } from "../model/model.ts";

/** A page as it is read out: who says what, and what can be done then. */
export function pageInWords(
  { said, halt }: Pick<Page, "said" | "halt">,
  nodes: { get(id: string): Pick<Node, "speaker_id" | "speaker_label"> | undefined },
  characters: NameMap<Pick<Character, "name">>,
  isAuthor: boolean,
): string {
  const lines = said.flatMap(({ node: id, text }) => {
    const node = nodes.get(id);
    if (node === undefined) return [];
    const speaker = spokenAs(node, characters);
    return [speaker === null ? text : `${speaker}: ${text}`];
  });
  return [...lines, whatNow(halt, isAuthor)].join(" ");
}

/** Returns the possible actions on a page, to be read out. */
export function whatNow(halt: Page["halt"], isAuthor: boolean): string {
  switch (halt.kind) {
    case "choices": {
      const count = halt.choices.filter(({ shown }) => shown || isAuthor).length;
      return `${counted(count, "choice")}.`;
    }
    case "continue":
      return "Continue with 1.";
    case "command":
      return "The game does something. Continue with 1.";
    case "waiting":
      return `${counted(halt.events.length, "event")} can happen.`;
    case "ending":
      return "The end.";
    case "leaves":
      return "It continues in another dialogue.";
    case "dead-end":
      return "Dead end.";
    case "blocked":
      return "No open choice.";
    case "missing":
      return "This choice goes nowhere yet.";
    case "circle":
      return "Endless loop.";
    case "nothing":
      return "Nothing here to play.";
  }
}

/** Returns the speaker that a player reads: the name a character is shown as, else its own. */
export function spokenAs(
  node: Pick<Node, "speaker_id" | "speaker_label">,
  characters: NameMap<Pick<Character, "name">>,
): string | null {
  const { speaker_label } = node;
  const shown = speaker_label === null ? node : { speaker_id: null, speaker_label };
  return speakerShown(shown, characters)?.name ?? null;
}
