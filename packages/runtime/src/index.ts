/**
 * Plays dialogues as the guide "Playing a dialogue" says. Every function is pure: it takes a state and answers another one, which is
 * plain JSON and is all there is to save.
 *
 * @packageDocumentation
 */
export type { Effect, Expression, Scalar } from "../../../domain/expression.ts";
export { type Exploration, type ExplorationGoal, explore, type WayStep } from "../../../domain/runtime/explore.ts";
export type { Obstacle, OfferedBranch } from "../../../domain/runtime/offers.ts";
export {
  type Answer,
  answer,
  begin,
  choose,
  type Halt,
  type OpenTalk,
  type Page,
  type SaidText,
  stand,
  type TraceEntry,
  talk,
} from "../../../domain/runtime/run.ts";
export type { Beginning, PlayState } from "../../../domain/runtime/state.ts";
export type {
  PlayedDialogue,
  PlayNode,
  PlayVariable,
  World,
} from "../../../domain/runtime/story.ts";
export type { TalkNews } from "../../../domain/runtime/talk.ts";
export type { Vector } from "../../../domain/runtime/vector.ts";
export { type ReadBranch, type ReadDialogue, type ReadNode, readDialogue, type StoryParts } from "./read-dialogue.ts";
