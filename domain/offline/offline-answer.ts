import { type AuthoredAnswer, authoredAnswer } from "../cast/authored-answer.ts";
import type { PlayState } from "../runtime/state.ts";
import { knownFacts } from "./known-facts.ts";
import type { StoryKnowledge } from "./story-knowledge.ts";

/** A dialogue of a story file, as far as its lines are said again. */
interface SpokenDialogue {
  readonly nodes: readonly { readonly id: string; readonly text?: string; readonly speaker_id?: string | null }[];
}

/** A story file, as far as characters answer from it. */
export interface SpokenStory extends StoryKnowledge {
  readonly dialogue: SpokenDialogue;
  readonly others?: readonly SpokenDialogue[];
}

/** A question to a character. */
export interface OfflineQuestion {
  /** The entity that answers. */
  readonly to: string;
  readonly text: string;
  /** Greetings that it may say; some of everybody's when absent. */
  readonly greetings?: readonly string[];
}

/**
 * Answers for a character with words that writers wrote, without a model: a greeting, a line of its own that the playthrough came by, or
 * facts that it knows there, if they have words of what was said. In a state before it was told something, it does not know that.
 */
export function offlineAnswer(
  story: SpokenStory,
  state: Pick<PlayState, "world" | "facts" | "visits" | "turn">,
  { to, text, greetings = [] }: OfflineQuestion,
): AuthoredAnswer {
  const lines = [story.dialogue, ...(story.others ?? [])].flatMap(({ nodes }) =>
    nodes.flatMap(({ id, text: said = "", speaker_id: speaker }) =>
      // Values in a text are those of a page, which says it with them.
      speaker === to && Object.hasOwn(state.visits, id) && said !== "" && !said.includes("{")
        ? [{ id, text: said }]
        : [],
    ),
  );
  const facts = knownFacts(story, state, to).map((fact) => ({ id: fact.fact_id, text: fact.text }));
  return authoredAnswer(text, { greetings, lines, facts }, `${to} ${state.turn}`);
}
