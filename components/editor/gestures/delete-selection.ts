import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model, Node } from "../model/model.ts";
import { type Gesture, quoted } from "./gesture.ts";
import { groupInWords } from "./group.ts";
import { startOf } from "./node-role.ts";

/** Consequences of deleting nodes. */
export interface Consequences {
  /** Branches of the nodes that stay which will point nowhere. */
  readonly dangling: number;
  /** Whether the node the dialogue was told to start with goes. */
  readonly losesStart: boolean;
  /** The node it will start with instead, where none was named: the first made of those that stay. */
  readonly startsWith: Node | null;
}

/** Returns the consequences of deleting the given nodes, before it is done. */
export function consequencesOf(model: Model, ids: Iterable<string>): Consequences {
  const gone = new Set([...ids].filter((id) => model.nodes.has(id)));
  let dangling = 0;
  if (gone.size > 0) {
    for (const node of model.nodes.values()) {
      if (gone.has(node.id)) continue;
      for (const { target_node_id } of node.branches) {
        if (target_node_id !== null && gone.has(target_node_id)) dangling++;
      }
    }
  }
  const start = startOf(model);
  const losesStart = start !== null && gone.has(start);
  const named = model.graph.start_node_id !== null;
  const startsWith = losesStart && !named ? ([...model.nodes.values()].find(({ id }) => !gone.has(id)) ?? null) : null;
  return { dangling, losesStart: losesStart && startsWith === null, startsWith };
}

/** The consequences in words, for before ("will point nowhere") or after ("point nowhere now"); empty for none. */
export function consequencesInWords(consequences: Consequences, when: "before" | "after"): string {
  const { dangling, losesStart, startsWith } = consequences;
  const said: string[] = [];
  if (dangling > 0) {
    const branches = counted(dangling, "choice");
    if (when === "before") said.push(`${branches} will point nowhere.`);
    else said.push(`${branches} ${dangling === 1 ? "points" : "point"} nowhere now.`);
  }
  if (losesStart)
    said.push(when === "before" ? "The dialogue will lose its start." : "The dialogue has lost its start.");
  if (startsWith !== null) {
    said.push(`The dialogue ${when === "before" ? "will start" : "starts"} with ${quoted(startsWith)}.`);
  }
  return said.join(" ");
}

/**
 * Deletes what is selected. A group goes alone, its nodes stay unless they are selected too; links to deleted nodes stay
 * as they are and show as missing, so that bringing the nodes back makes everything whole again.
 */
export function deleteSelection(model: Model, selection: readonly string[]): Gesture | null {
  const selected = new Set(selection);
  const nodes = [...model.nodes.keys()].filter((id) => selected.has(id));
  const groups = [...model.groups.keys()].filter((id) => selected.has(id));
  const notes = [...model.annotations.keys()].filter((id) => selected.has(id));
  const operations: Operation[] = [
    ...nodes.map((id): Operation => ({ op: "node.delete", id })),
    ...notes.map((id): Operation => ({ op: "annotation.delete", id })),
    ...groups.map((id): Operation => ({ op: "group.delete", id })),
  ];
  if (operations.length === 0) return null;
  const name = namesOf(model, nodes, groups, notes);
  const after = consequencesInWords(consequencesOf(model, nodes), "after");
  return {
    label: `Delete ${name}`,
    operations,
    select: [],
    said: `Deleted ${name}.${after === "" ? "" : ` ${after}`}`,
  };
}

function namesOf(model: Model, nodes: readonly string[], groups: readonly string[], notes: readonly string[]): string {
  const [node] = nodes;
  const [group] = groups;
  if (nodes.length === 1 && groups.length + notes.length === 0) return quoted(model.nodes.get(node ?? ""));
  if (groups.length === 1 && nodes.length + notes.length === 0) return groupInWords(model.groups.get(group ?? ""));
  const parts = [
    ...(nodes.length > 0 ? [counted(nodes.length, "card")] : []),
    ...(groups.length > 0 ? [counted(groups.length, "group")] : []),
    ...(notes.length > 0 ? [counted(notes.length, "note")] : []),
  ];
  return parts.length < 3 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
