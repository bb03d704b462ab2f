"use client";

import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { showToast } from "../../ui/toast.ts";
import { focusedBranch, focusWords } from "../fields/branch-rows.tsx";
import { nextLine } from "../gestures/create-connected.ts";
import { createNode } from "../gestures/create-node.ts";
import { deleteSelection } from "../gestures/delete-selection.ts";
import type { Gesture } from "../gestures/gesture.ts";
import type { PlacedModel } from "../gestures/place.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { undoGesture } from "../session/undo-gesture.ts";

interface ScriptCommandsProps {
  /** Nodes in the order of the script. */
  ids: readonly string[];
  onEdit: (id: string | null) => void;
}

/** Below the last node, where there is room. */
const BELOW = 240;

/** Key commands of the script. Draws nothing. */
export function ScriptCommands({ ids, onEdit }: ScriptCommandsProps) {
  const session = useDialogue();
  // The script has no canvas of its own: nodes stand where they were put.
  const model = (): PlacedModel => ({ ...session.store.getState(), boxOf: () => null });
  const active = () => session.store.getState().active;

  const step = (by: number) => {
    const id = active();
    const at = id === null ? -1 : ids.indexOf(id);
    const next = ids[at < 0 ? 0 : at + by];
    if (next === undefined) return;
    onEdit(null);
    session.reveal(next);
  };
  const run = (gesture: Gesture | null): boolean =>
    gesture !== null &&
    session.dispatch(gesture.label, gesture.operations, gesture.select === undefined ? {} : { select: gesture.select });
  const write = (id: string) => {
    session.reveal(id);
    onEdit(id);
  };

  useCommandHandlers({
    "script.next": () => step(1),
    "script.previous": () => step(-1),
    "script.edit": () => onEdit(active()),
    "script.leave": () => {
      onEdit(null);
      const id = active();
      if (id !== null) document.getElementById(`section-${id}`)?.focus();
    },
    "script.go-on": () => {
      const id = active();
      if (id === null) return;
      session.settle();
      const next = nextLine(model(), id, focusedBranch());
      if (next.kind === "nowhere") showToast({ text: next.reason });
      else if (run(next.gesture)) {
        write(next.gesture.nodeId);
        if (next.kind === "asked") focusWords(document.getElementById(`section-${id}`), next.gesture.branchId);
      }
    },
    "script.new": () => {
      const lowest = Math.max(0, ...[...session.store.getState().nodes.values()].map((node) => node.canvas_y ?? 0));
      const drawn = createNode(model(), "line", { x: 0, y: ids.length === 0 ? 0 : lowest + BELOW });
      if (run(drawn)) write(drawn.nodeId);
    },
    "script.delete": () => {
      const id = active();
      if (id === null) return;
      const gesture = deleteSelection(session.store.getState(), [id]);
      const at = ids.indexOf(id);
      const neighbour = ids[at + 1] ?? ids[at - 1];
      if (gesture === null || !run(gesture)) return;
      showToast({ text: gesture.said, undo: () => undoGesture(session, gesture.label) });
      if (neighbour !== undefined) session.reveal(neighbour);
    },
  });
  return null;
}
