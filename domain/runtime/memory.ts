import type { QuestChange, QuestMove } from "../quest.ts";
import { type Halt, type Page, stand } from "./run.ts";
import type { PlayState } from "./state.ts";
import { type MadeFact, nodeAt, type PlayedDialogue, type SupersededFact, type WorldChange } from "./story.ts";
import { withNews } from "./talk.ts";
import { changesWith } from "./world-effects.ts";

/** Telling of a fact to some entities. */
interface Told {
  readonly fact: string;
  readonly to: readonly string[];
  readonly how: string;
  readonly from: string | null;
}

/** Outcome of a talk at a node. */
interface Talked {
  readonly node: string;
  readonly facts: readonly string[];
  readonly actions: readonly string[];
}

/** Action from outside of the story: a fact is told, or taken back, or superseded, facts are learnt, or a quest is moved. */
export type MemoryAction =
  | { readonly tell: Told }
  | {
      /** Facts that came up, which exist in this playthrough alone, facts that were told with them, and what opens branches. */
      readonly learn: {
        readonly made: readonly MadeFact[];
        readonly told: readonly Told[];
        /** Absent for a talk at no node. At another node than the one where the playthrough stands it comes to nothing. */
        readonly talked?: Talked;
      };
    }
  | { readonly untell: { readonly fact: string; readonly to: readonly string[] } }
  | { readonly supersede: SupersededFact & { readonly made: MadeFact | null } }
  | {
      readonly quest: {
        readonly id: string;
        readonly move: QuestMove;
        /** Values that the move came to where it was made: it comes to them again, whatever became of the quest. */
        readonly to: readonly Pick<QuestChange, "key" | "after">[];
        /** The sender's id of the event that moved it; absent for a move that was asked for. */
        readonly event?: string;
      };
    };

/**
 * Does what is done from outside of the story: the playthrough stays where it stands, and what it asks is asked again.
 *
 * @param end the halt of a playthrough that is over, which nothing opens again; null for one that goes on.
 */
export function remember(
  dialogue: PlayedDialogue,
  before: PlayState,
  action: MemoryAction,
  end: Halt | null = null,
): Page {
  const state = withTalked(dialogue, changed(before, action), action);
  return { nodes: [], said: [], way: [], trace: [], proposed: [], state, halt: end ?? stand(dialogue, state).halt };
}

function changed(state: PlayState, action: MemoryAction): PlayState {
  if ("supersede" in action) {
    const { made, ...superseded } = action.supersede;
    const { facts = { made: [], superseded: [] } } = state;
    const others = facts.superseded.filter(({ fact }) => fact !== superseded.fact);
    return {
      ...state,
      facts: { made: made === null ? facts.made : [...facts.made, made], superseded: [...others, superseded] },
    };
  }
  if ("learn" in action) {
    const { made, told } = action.learn;
    const { facts = { made: [], superseded: [] } } = state;
    const learnt = { ...state, facts: { ...facts, made: [...facts.made, ...made] } };
    return told.reduce(withTold, made.length === 0 ? state : learnt);
  }
  if ("quest" in action) {
    const { id: entity_id, to } = action.quest;
    const world = to.reduce(
      (before, { key, after }) => changesWith(before, { what: "quest", entity_id, key, after }),
      state.world ?? [],
    );
    return { ...state, world };
  }
  return "tell" in action ? withTold(state, action.tell) : { ...state, world: withoutTold(state, action.untell) };
}

function withTalked(dialogue: PlayedDialogue, state: PlayState, action: MemoryAction): PlayState {
  const talked = "learn" in action ? action.learn.talked : undefined;
  const node = nodeAt(dialogue, state.at)?.node;
  return talked === undefined || node === undefined || node.id !== talked.node ? state : withNews(state, node, talked);
}

function withoutTold({ world = [] }: PlayState, { fact, to }: Pick<Told, "fact" | "to">): WorldChange[] {
  const named = new Set(to);
  return world.filter(({ what, entity, key }) => what !== "knowledge" || key !== fact || !named.has(entity ?? ""));
}

function withTold(state: PlayState, told: Told): PlayState {
  return { ...state, world: [...withoutTold(state, told), ...tellings(told, new Set(told.to))] };
}

function tellings({ fact, how, from }: Told, to: ReadonlySet<string>): WorldChange[] {
  const source = from === null ? {} : { from };
  return [...to].map((entity) => ({ what: "knowledge", entity, key: fact, value: how, ...source }));
}
