import type { QuestChange, QuestMove } from "../quest.ts";
import { type Halt, type Page, stand } from "./run.ts";
import type { PlayState } from "./state.ts";
import type { MadeFact, PlayedDialogue, SupersededFact, WorldChange } from "./story.ts";
import { changesWith } from "./world-effects.ts";

/** Action from outside of the story: a fact is told, or taken back, or superseded, or a quest is moved. */
export type MemoryAction =
  | {
      readonly tell: {
        readonly fact: string;
        readonly to: readonly string[];
        readonly how: string;
        readonly from: string | null;
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
  const state = changed(before, action);
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
  if ("quest" in action) {
    const { id: entity_id, to } = action.quest;
    const world = to.reduce(
      (before, { key, after }) => changesWith(before, { what: "quest", entity_id, key, after }),
      state.world ?? [],
    );
    return { ...state, world };
  }
  const { fact, to } = "tell" in action ? action.tell : action.untell;
  const named = new Set(to);
  const others = (state.world ?? []).filter(
    ({ what, entity, key }) => what !== "knowledge" || key !== fact || !named.has(entity ?? ""),
  );
  return { ...state, world: "tell" in action ? [...others, ...tellings(action.tell, named)] : others };
}

function tellings(
  { fact, how, from }: Extract<MemoryAction, { tell: unknown }>["tell"],
  to: ReadonlySet<string>,
): WorldChange[] {
  const source = from === null ? {} : { from };
  return [...to].map((entity) => ({ what: "knowledge", entity, key: fact, value: how, ...source }));
}
