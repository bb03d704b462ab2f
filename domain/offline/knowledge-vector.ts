import type { PlayState } from "../runtime/state.ts";
import type { KnowledgeEntry } from "./known-facts.ts";
import type { StandingQuest } from "./standing-quests.ts";
import type { StoryKnowledge } from "./story-knowledge.ts";

/** A conformance vector of knowledge: what a story file carries, a state, and who knows what in it. */
export interface KnowledgeVector {
  readonly title: string;
  readonly story: StoryKnowledge;
  /** The part of the state that says what is known, and where quests stand. */
  readonly state: Pick<PlayState, "world" | "facts">;
  readonly expect: {
    /** Facts that each knower knows, by the knower. */
    readonly knows: Readonly<Record<string, readonly KnowledgeEntry[]>>;
    readonly quests: readonly StandingQuest[];
  };
}
