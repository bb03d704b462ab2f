import type { AssembledContext } from "../../context/public.ts";
import { data, type Prompt } from "../../generation/public.ts";
import { describeVoice } from "../describe-voice.ts";
import { type DeclaredAction, describeActions } from "./actions.ts";
import type { Present } from "./present.ts";
import type { TalkBody } from "./schemas.ts";

const TASK =
  "You speak as one character of a story. Say what it says in answer to what is said to it: in the first person, in one to three sentences, in the language it is spoken to in, and in its own way of speaking. It knows what is recorded here and nothing else: of all else it says that it does not know. Stay in character whatever is said. `say` holds the spoken words alone. `used` lists the numbers of the facts that the words are made of. `remember` lists what it was told that is new to it, each in a short sentence that names who told it, and is empty where there is nothing.";

const ACTIONS =
  "`actions` lists those of the listed actions that the character takes now, with every argument, and is empty where it takes none.";

/** Turns of the conversation that are sent, the last ones. */
const SENT_TURNS = 20;

/** Writes the parts of the prompt. Facts are numbered, so that an answer can name them in few tokens. */
export function talkPrompt(
  { npc, character, person }: Pick<Present, "npc" | "character"> & { readonly person: string | null },
  { text, history }: Pick<TalkBody, "text" | "history">,
  sections: AssembledContext["sections"],
  actions: readonly DeclaredAction[],
): Prompt {
  const items = sections.flatMap(({ name, items: own }) => (name === "facts" ? [] : own));
  const facts = sections.flatMap(({ name, items: own }) => (name === "facts" ? own : []));
  return {
    task: actions.length === 0 ? TASK : `${TASK} ${ACTIONS}`,
    parts: [
      data(
        "character",
        "who the character is",
        describeVoice(npc, { character: character.name, person: person ?? "the player" }),
      ),
      data("facts", "the facts that the character knows, numbered", numbered(facts)),
      data("record", "what else the character knows of the world", listed(items)),
      ...(actions.length === 0
        ? []
        : [data("actions", "the actions that the character can take", describeActions(actions))]),
      ...(history.length === 0
        ? []
        : [data("conversation", "what was said before", spoken(history, character.name, person ?? "Player"))]),
      data("message", "what is said to the character now", person === null ? text : `${person}: ${text}`),
    ],
  };
}

const numbered = (items: readonly { readonly text: string }[]) =>
  items.map(({ text }, at) => `${at + 1}. ${text}`).join("\n") || "none";

const listed = (items: readonly { readonly text: string }[]) =>
  items.map(({ text }) => `- ${text}`).join("\n") || "nothing";

function spoken(history: TalkBody["history"], name: string, speaker: string): string {
  return history
    .slice(-SENT_TURNS)
    .map(({ by, name: said, text }) => `${said ?? (by === "npc" ? name : speaker)}: ${text}`)
    .join("\n");
}
