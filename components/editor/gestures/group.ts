import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { Model } from "../model/model.ts";
import type { Gesture } from "./gesture.ts";
import { partsOf, selectedNodes } from "./selected-parts.ts";

/** A group gesture and the group it made. */
export interface GroupGesture extends Gesture {
  readonly groupId: string;
}

/** Makes a group of the selected nodes, taking them out of the groups they were in. Needs a node. */
export function groupNodes(
  model: Model,
  selection: readonly string[],
  title: string,
  color: string,
): GroupGesture | null {
  const nodes = selectedNodes(model, selection);
  if (nodes.length === 0) return null;
  const id = newId("grp");
  return {
    label: `Group ${counted(nodes.length, "card")}`,
    operations: [{ op: "group.create", group: { id, title, color } }, ...putInto(nodes, id)],
    select: [id],
    groupId: id,
    said: `Grouped ${counted(nodes.length, "card")}.`,
  };
}

/** Puts selected nodes into a group that is there, or takes them out of theirs with null. */
export function moveToGroup(model: Model, selection: readonly string[], groupId: string | null): Gesture | null {
  const nodes = selectedNodes(model, selection).filter((id) => model.nodes.get(id)?.group_id !== groupId);
  if (nodes.length === 0) return null;
  const group = groupId === null ? undefined : model.groups.get(groupId);
  const many = counted(nodes.length, "card");
  const name = group === undefined ? "" : groupInWords(group);
  return {
    label: groupId === null ? `Take ${many} out of their group` : `Put ${many} into ${name}`,
    operations: putInto(nodes, groupId),
    said: groupId === null ? `Took ${many} out of their group.` : `Put ${many} into ${name}.`,
  };
}

/** Takes groups apart: their nodes stay. */
export function ungroup(model: Model, selection: readonly string[]): Gesture | null {
  const { groups } = partsOf(model, selection);
  const [first] = groups;
  if (first === undefined) return null;
  const left = [...model.nodes.values()].filter((node) => node.group_id !== null && groups.includes(node.group_id));
  const name = groups.length === 1 ? groupInWords(model.groups.get(first)) : counted(groups.length, "group");
  return {
    label: `Ungroup ${name}`,
    operations: groups.map((id) => ({ op: "group.delete", id })),
    select: left.map(({ id }) => id),
    said: `Ungrouped ${name}. ${left.length === 1 ? "Its card stays" : `Its ${left.length} cards stay`}.`,
  };
}

/** Gives selected groups and notes another colour. */
export function recolour(model: Model, selection: readonly string[], color: string): Gesture | null {
  const { groups, notes } = partsOf(model, selection);
  const operations: Operation[] = [
    ...groups
      .filter((id) => model.groups.get(id)?.color !== color)
      .map((id): Operation => ({ op: "group.update", id, patch: { color } })),
    ...notes
      .filter((id) => model.annotations.get(id)?.color !== color)
      .map((id): Operation => ({ op: "annotation.update", id, patch: { color } })),
  ];
  if (operations.length === 0) return null;
  return { label: `Colour ${color}`, operations, said: `Coloured ${color}.` };
}

/** Returns a group's name for a sentence. */
export function groupInWords(group: { readonly title: string } | undefined): string {
  const title = group?.title.trim() ?? "";
  return title === "" ? "the group" : `the group ‘${title}’`;
}

function putInto(nodes: readonly string[], group_id: string | null): Operation[] {
  return nodes.map((id) => ({ op: "node.update", id, patch: { group_id } }));
}
