import { statusOfLife } from "../cast/is-dead.ts";
import { changesAsked, mattersAsked, type PartReader } from "../runtime/playable.ts";
import type { PlayState } from "../runtime/state.ts";
import {
  graphOf,
  graphsOf,
  logicOf,
  type PlayedDialogue,
  subjectsNamedIn,
  type WorldChange,
} from "../runtime/story.ts";
import { isOnWorld, matterOf } from "../runtime/world-effects.ts";

/**
 * Returns the part of a state that the file of a player needs to be played on: it names nothing that the part of the story does not have.
 *
 * @param part the part of the story that the file has.
 * @param isReadable whether the player may know of a fact or a quest.
 * @param isCovered whether the player may not read a property; they may read all when absent.
 */
export function stateWithin(
  part: PlayedDialogue,
  state: PlayState,
  isReadable: (id: string) => boolean,
  isCovered?: PartReader["isCovered"],
): PlayState {
  const nodes = graphsOf(part).flatMap((graph) => [...graph.nodes.values()]);
  const known = new Set(nodes.flatMap((node) => [node.id, ...node.branches.map(({ id }) => id)]));
  const logic = logicOf(nodes);
  const named = subjectsNamedIn(logic);
  const changed = new Set(logic.effects.filter(isOnWorld).map((effect) => matterKey(matterOf(effect))));
  const asked = mattersAsked(part);
  const isChangeAsked = changesAsked(part, isCovered);
  const { world, facts, talked: _, ...rest } = state;
  const isThere = ({ what, entity, key }: WorldChange): boolean => {
    const isAsked = isChangeAsked({ what, entity, key }) || changed.has(matterKey({ what, entity, key }));
    if (what === "knowledge") return isReadable(key ?? "") || named.has(key ?? "");
    if (what === "quest") return isReadable(entity ?? "") || named.has(entity ?? "");
    return isAsked && (entity === null || Object.hasOwn(part.world?.entities ?? {}, entity));
  };
  // Of a status that nothing asks the part says no more than who lives.
  const shown = (change: WorldChange): WorldChange =>
    change.what === "property" && change.key === "status" && !asked.has("property")
      ? { ...change, value: statusOfLife(change.value) }
      : change;
  const changes = (world ?? []).filter(isThere).map(shown);
  const made = facts?.made.filter(({ id }) => isReadable(id)) ?? [];
  const superseded = facts?.superseded.filter(({ fact, by }) => isReadable(fact) && isReadable(by)) ?? [];
  return {
    ...rest,
    at: state.at !== null && graphOf(part, state.at.graph)?.nodes.has(state.at.node) === true ? state.at : null,
    values: some(state.values, (id) => part.variables.has(id)),
    visits: some(state.visits, (id) => known.has(id)),
    taken: some(state.taken, (id) => known.has(id)),
    offered: some(state.offered, (id) => known.has(id)),
    taken_this_visit: state.taken_this_visit.filter((id) => known.has(id)),
    taken_by_player: state.taken_by_player.filter((id) => known.has(id)),
    stack: state.stack.map(({ values, ...detour }) => ({
      ...detour,
      ...(values !== undefined && { values: some(values, (id) => part.variables.has(id)) }),
    })),
    ...(changes.length > 0 && { world: changes }),
    ...(made.length + superseded.length > 0 && { facts: { made, superseded } }),
  };
}

const matterKey = ({ what, entity, key }: Pick<WorldChange, "what" | "entity" | "key">) =>
  JSON.stringify([what, entity, key]);

function some<T>(of: Readonly<Record<string, T>>, isKept: (id: string) => boolean): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(of).filter(([id]) => isKept(id)));
}
