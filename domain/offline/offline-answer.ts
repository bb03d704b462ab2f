import { type AuthoredAnswer, authoredAnswer } from "../cast/authored-answer.ts";
import { fillMaterial } from "../cast/fill-material.ts";
import { isDead } from "../cast/is-dead.ts";
import { changedProperties } from "../runtime/changed-properties.ts";
import type { PlayState } from "../runtime/state.ts";
import { knownFacts } from "./known-facts.ts";
import type { StoryKnower, StoryKnowledge } from "./story-knowledge.ts";

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
  /** Name of who asks, for words that call a person by name; such words are not said when absent. */
  readonly person?: string | null;
}

/** Answer of a character, or none where it does not answer. */
export interface OfflineAnswer extends AuthoredAnswer {
  /** Reason why it says nothing, as `npc_unavailable` has it; null where it answers. */
  readonly unavailable: "deceased" | "retired" | null;
}

/**
 * Answers for a character with words that writers wrote, without a model: a greeting, a line of its own that the playthrough came by, or
 * facts that it knows there, if they have words of what was said. In a state before it was told something, it does not know that. Who is
 * dead there or retired says nothing.
 */
export function offlineAnswer(
  story: SpokenStory,
  state: Pick<PlayState, "world" | "facts" | "visits" | "turn">,
  { to, text, greetings = [], person = null }: OfflineQuestion,
): OfflineAnswer {
  const knower = story.knowers.find(({ entity_id }) => entity_id === to);
  const unavailable = knower === undefined ? null : whyUnavailable(knower, state);
  if (unavailable !== null) return { text: "", used_facts: [], used_lines: [], unavailable };
  const lines = [story.dialogue, ...(story.others ?? [])].flatMap(({ nodes }) =>
    nodes.flatMap(({ id, text: said = "", speaker_id: speaker }) =>
      // Values in a text are those of a page, which says it with them.
      speaker === to && Object.hasOwn(state.visits, id) && said !== "" && !said.includes("{")
        ? [{ id, text: said }]
        : [],
    ),
  );
  const facts = knownFacts(story, state, to).map((fact) => ({ id: fact.fact_id, text: fact.text }));
  const material = fillMaterial({ greetings, lines, facts }, { character: knower?.name ?? null, person });
  return { ...authoredAnswer(text, material, `${to} ${state.turn}`), unavailable };
}

/** Returns why a character does not answer in a playthrough; null where it does. */
function whyUnavailable(
  { entity_id, dead_by = [], retired = false }: StoryKnower,
  { world = [] }: Pick<PlayState, "world">,
): OfflineAnswer["unavailable"] {
  const changed = changedProperties(world, entity_id);
  if (isDead(changed) || dead_by.some((name) => !Object.hasOwn(changed, name))) return "deceased";
  return retired ? "retired" : null;
}
