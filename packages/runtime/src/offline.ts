/**
 * Tells a game without a network who knows what, and keeps what a player did until the server can be told. Whatever it takes and answers
 * is plain JSON.
 *
 * @packageDocumentation
 */

export type { KnowledgeVector } from "../../../domain/offline/knowledge-vector.ts";
export { type KnownFact, knownFacts, knows } from "../../../domain/offline/known-facts.ts";
export { type StandingQuest, standingQuest, standingQuests } from "../../../domain/offline/standing-quests.ts";
export type {
  StoryFact,
  StoryKnower,
  StoryKnowledge,
  StoryQuest,
  StoryTelling,
} from "../../../domain/offline/story-knowledge.ts";
