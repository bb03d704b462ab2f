/**
 * Tells a game without a network who knows what, and keeps what a player did until the server can be told. Whatever it takes and answers
 * is plain JSON.
 *
 * @packageDocumentation
 */

export type { AuthoredAnswer } from "../../../domain/cast/authored-answer.ts";
export { type Game, type GameAction, type GameRun, loadedGame, newGame, played } from "../../../domain/offline/game.ts";
export type { KnowledgeVector } from "../../../domain/offline/knowledge-vector.ts";
export { type KnowledgeEntry, knownFacts, knows } from "../../../domain/offline/known-facts.ts";
export {
  type OfflineAnswer,
  type OfflineQuestion,
  offlineAnswer,
  type SpokenStory,
} from "../../../domain/offline/offline-answer.ts";
export {
  type GameSave,
  readSave,
  type SavedStory,
  SaveError,
  type SaveRefusal,
  writeSave,
} from "../../../domain/offline/save.ts";
export { type PostToServer, type SentGame, type SentOutcome, sendGame } from "../../../domain/offline/send-game.ts";
export { type StandingQuest, standingQuest, standingQuests } from "../../../domain/offline/standing-quests.ts";
export type {
  StoryFact,
  StoryKnower,
  StoryKnowledge,
  StoryQuest,
  StoryTelling,
} from "../../../domain/offline/story-knowledge.ts";
