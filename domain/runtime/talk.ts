import { type Branch, TALK_KIND, type TalkOutcome } from "../dialogue/wire.ts";
import type { PlayState } from "./state.ts";
import type { PlayNode } from "./story.ts";

/** News of a talk: facts that the npc told, and actions that it took, by the keys that it declares them with. */
export interface TalkNews {
  readonly facts?: readonly string[] | undefined;
  readonly actions?: readonly string[] | undefined;
}

/** Whether everything came up that opens a branch. One that names nothing is opened by no talk. */
export function isOpenedBy(
  { opened_by }: Pick<Branch, "opened_by">,
  { facts = [], actions = [] }: TalkNews | undefined = {},
): boolean {
  if (opened_by === null || opened_by.facts.length + opened_by.actions.length === 0) return false;
  return opened_by.facts.every((id) => facts.includes(id)) && opened_by.actions.every((key) => actions.includes(key));
}

/** Returns a state in which something came up in the talk at a node. What opens no branch of the node is not kept. */
export function withNews(state: PlayState, node: PlayNode, news: TalkNews): PlayState {
  if (node.kind !== TALK_KIND) return state;
  const { talked = { facts: [], actions: [] } } = state;
  const merged = (part: keyof TalkOutcome) => {
    const named = new Set(node.branches.flatMap(({ opened_by }) => opened_by?.[part] ?? []));
    return [...new Set([...talked[part], ...(news[part] ?? []).filter((each) => named.has(each))])];
  };
  const next = { facts: merged("facts"), actions: merged("actions") };
  const isSame = next.facts.length === talked.facts.length && next.actions.length === talked.actions.length;
  return isSame ? state : { ...state, talked: next };
}
