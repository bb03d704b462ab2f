import type { Operation } from "../../dialogue/model/operation.ts";
import { fieldKey } from "../../dialogue/store/session.ts";
import type { Editing } from "../../dialogue/view-state.ts";
import type { Rect } from "../canvas-surface.ts";
import { quoted } from "../gestures/card-name.ts";
import type { Paper } from "../gestures/place.ts";
import { GROUP_HEAD, HEAD, nodeMetrics, ROW, WIDTH } from "../node-metrics.ts";

/** A field that can be written in on the canvas: where it is, what it holds, and what a change of it is. */
export interface Editable {
  /** Subject and JSON pointer, as the store knows fields. */
  readonly key: string;
  /** The field's name for those who do not see where it is. */
  readonly name: string;
  readonly value: string;
  readonly placeholder: string;
  /** What undo shows. */
  readonly label: string;
  readonly isOneLine: boolean;
  readonly longest: number;
  /** Whether `->` at the end leads to a card. */
  readonly takesLinks: boolean;
  /** Where it lies, in canvas units; it grows downwards. */
  readonly box: Rect;
  change(text: string): Operation;
}

/** What is to be edited; null when it is gone. */
export function editableOf(paper: Paper, { nodeId: id, field, branchId }: Editing): Editable | null {
  const rect = paper.boxOf(id);
  if (rect === null) return null;
  const group = paper.groups.get(id);
  if (group !== undefined) {
    return {
      key: fieldKey(id, "/title"),
      name: "Name of the group",
      value: group.title,
      placeholder: "Name of the group",
      label: "Rename a group",
      isOneLine: true,
      longest: 200,
      takesLinks: false,
      box: { x: rect.x, y: rect.y, width: Math.max(rect.width, WIDTH), height: GROUP_HEAD },
      change: (title) => ({ op: "group.update", id, patch: { title } }),
    };
  }
  const note = paper.annotations.get(id);
  if (note !== undefined) {
    return {
      key: fieldKey(id, "/text"),
      name: "Note",
      value: note.text,
      placeholder: "A note to yourself and others",
      label: "Write a note",
      isOneLine: false,
      longest: 20_000,
      takesLinks: false,
      box: rect,
      change: (text) => ({ op: "annotation.update", id, patch: { text } }),
    };
  }
  const node = paper.nodes.get(id);
  if (node === undefined) return null;
  const metrics = nodeMetrics(node);
  const name = quoted(node);
  if (field === "title") {
    return {
      key: fieldKey(id, "/title"),
      name: "Title of the card",
      value: node.title ?? "",
      placeholder: "Title",
      label: `Rename ${name}`,
      isOneLine: true,
      longest: 500,
      takesLinks: false,
      box: { ...rect, height: HEAD },
      change: (title) => ({ op: "node.update", id, patch: { title: title === "" ? null : title } }),
    };
  }
  const branch = node.branches.find((each) => each.id === branchId);
  if (field === "choice_text" && branch !== undefined) {
    const row = metrics.rows.find((each) => each.branchId === branch.id);
    return {
      key: fieldKey(id, `/branches/${branch.id}/choice_text`),
      name: `Words of a choice of ${name}`,
      value: branch.choice_text,
      placeholder: "What the player chooses",
      label: `Write a choice of ${name}`,
      isOneLine: true,
      longest: 10_000,
      takesLinks: false,
      box: { x: rect.x, y: rect.y + (row?.y ?? 0), width: rect.width, height: ROW },
      change: (choice_text) => ({ op: "branch.update", node_id: id, id: branch.id, patch: { choice_text } }),
    };
  }
  return {
    key: fieldKey(id, "/text"),
    name: `Text of ${name}`,
    value: node.text,
    placeholder: node.kind === "line" ? "What is said" : "Words, if any",
    label: `Write in ${name}`,
    isOneLine: false,
    longest: 100_000,
    takesLinks: node.kind !== "end",
    box: { x: rect.x, y: rect.y + metrics.text.y, width: rect.width, height: metrics.text.height },
    change: (text) => ({ op: "node.update", id, patch: { text } }),
  };
}

/** The field after or before one on its card: title, text, then each choice; null at either end. */
export function fieldBeside(paper: Paper, editing: Editing, step: 1 | -1): Editing | null {
  const node = paper.nodes.get(editing.nodeId);
  if (node === undefined) return null;
  const fields: Editing[] = [
    { nodeId: node.id, field: "title", branchId: null },
    { nodeId: node.id, field: "text", branchId: null },
    ...node.branches.map(({ id }): Editing => ({ nodeId: node.id, field: "choice_text", branchId: id })),
  ];
  const at = fields.findIndex((each) => each.field === editing.field && each.branchId === editing.branchId);
  return fields[at + step] ?? null;
}
