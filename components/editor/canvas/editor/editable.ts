import { GROUP_HEAD, HEAD, nodeMetrics, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { quoted } from "../../gestures/gesture.ts";
import { wordsAskedFor } from "../../gestures/new-branch.ts";
import { isSpoken } from "../../gestures/node-kinds.ts";
import type { PlacedModel } from "../../gestures/place.ts";
import type { Rect } from "../../model/rects.ts";
import type { Editing } from "../../store/view-state.ts";
import { rowField } from "../surface/row-field.ts";

/** A field that can be written in on the canvas: where it is, what it holds, and what a change of it is. */
export interface Editable {
  /** JSON pointer into the node, group or note, as the store knows fields. */
  readonly pointer: string;
  /** The field's name for those who do not see where it is. */
  readonly name: string;
  readonly placeholder: string;
  /** Label of the edit in the undo list. */
  readonly label: string;
  readonly isOneLine: boolean;
  readonly longest: number;
  /** Whether `->` at the end leads to a node. */
  readonly takesLinks: boolean;
  /** Box of the field in canvas units; it grows downwards. */
  readonly box: Rect;
  /** Recorded value of an empty field. */
  readonly emptyAs: "" | null;
}

/** Returns the field to edit; null when it is gone. */
export function editableOf(model: PlacedModel, { nodeId: id, field, branchId }: Editing): Editable | null {
  const rect = model.boxOf(id);
  if (rect === null) return null;
  const group = model.groups.get(id);
  if (group !== undefined) {
    return {
      pointer: "/title",
      name: "Name of the group",
      placeholder: "Name of the group",
      label: "Rename a group",
      isOneLine: true,
      longest: 200,
      takesLinks: false,
      box: { x: rect.x, y: rect.y, width: Math.max(rect.width, WIDTH), height: GROUP_HEAD },
      emptyAs: "",
    };
  }
  const note = model.annotations.get(id);
  if (note !== undefined) {
    return {
      pointer: "/text",
      name: "Note",
      placeholder: "A note for you and your team",
      label: "Write a note",
      isOneLine: false,
      longest: 20_000,
      takesLinks: false,
      box: rect,
      emptyAs: "",
    };
  }
  const node = model.nodes.get(id);
  if (node === undefined) return null;
  const metrics = nodeMetrics(node);
  const name = quoted(node);
  if (field === "title") {
    return {
      pointer: "/title",
      name: "Title of the card",
      placeholder: "Title",
      label: `Rename ${name}`,
      isOneLine: true,
      longest: 500,
      takesLinks: false,
      box: { ...rect, height: HEAD },
      emptyAs: null,
    };
  }
  const branch = node.branches.find((each) => each.id === branchId);
  if (field === "choice_text") {
    if (branch === undefined) return null;
    const row = metrics.rows.find((each) => each.branchId === branch.id);
    return {
      pointer: `/branches/${branch.id}/choice_text`,
      name: `Words of a choice of ${name}`,
      placeholder: wordsAskedFor(node, branch),
      label: `Write a choice of ${name}`,
      isOneLine: true,
      longest: 10_000,
      takesLinks: false,
      box: { x: rect.x, y: rect.y + (row?.y ?? 0), width: rect.width, height: ROW },
      emptyAs: "",
    };
  }
  return {
    pointer: "/text",
    name: `Text of ${name}`,
    placeholder: node.kind === "line" ? "What is said" : "Words, if any",
    label: `Write in ${name}`,
    isOneLine: false,
    longest: 100_000,
    takesLinks: node.kind !== "end",
    box: { x: rect.x, y: rect.y + metrics.text.y, width: rect.width, height: metrics.text.height },
    emptyAs: "",
  };
}

/** The field after or before one on its node: title, speaker, text, then each branch; null at either end. */
export function fieldBeside(model: PlacedModel, editing: Editing, step: 1 | -1): Editing | null {
  const node = model.nodes.get(editing.nodeId);
  if (node === undefined) return null;
  const fields: Editing[] = [
    { nodeId: node.id, field: "title", branchId: null },
    ...(isSpoken(node) ? [{ nodeId: node.id, field: "speaker", branchId: null } as const] : []),
    { nodeId: node.id, field: "text", branchId: null },
    ...node.branches.map(
      (branch): Editing => ({
        nodeId: node.id,
        field: rowField(node, branch),
        branchId: branch.id,
      }),
    ),
  ];
  const at = fields.findIndex((each) => each.field === editing.field && each.branchId === editing.branchId);
  return fields[at + step] ?? null;
}
