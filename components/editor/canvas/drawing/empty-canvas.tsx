"use client";

import { useCallback } from "react";
import { HEAD, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { useCommand } from "../../../frame/commands/use-command.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { FirstLine } from "../../fields/first-line.tsx";
import { createNode } from "../../gestures/create-node.ts";
import { useDialogue, useDialogueState } from "../../session/dialogue-context.ts";
import { useViewStore } from "../../store/view-state.ts";
import { useCanvasHandle } from "../surface/canvas-surface.ts";

/** Canvas without a node: the place where the first line is written. */
export function EmptyCanvas() {
  const isEmpty = useDialogueState((state) => state.nodes.size === 0);
  const edit = useCan()("edit");
  if (!isEmpty) return null;
  if (edit.allowed) return <FirstNode />;
  return (
    <p className="cv-empty text-13">
      <span className="font-reading text-16 text-ink">This dialogue is empty.</span>
      <span>{reasonOf(edit)}</span>
    </p>
  );
}

function FirstNode() {
  const session = useDialogue();
  const view = useViewStore();
  const handle = useCanvasHandle();
  // Once it can be added, there is also the field that goes on with its words.
  const { isOffered } = useCommand("card.new-line");
  const write = useCallback(
    (text: string) => {
      const { x, y, width, height } = handle.visibleRect();
      const at = { x: x + (width - WIDTH) / 2, y: y + height * 0.4 - HEAD };
      const model = { ...session.store.getState(), boxOf: handle.rectOf };
      const { label, operations, nodeId } = createNode(model, "line", at, { text });
      if (!session.dispatch(label, operations, { select: [nodeId] })) return;
      view.setState({ editing: { nodeId, field: "text", branchId: null } });
    },
    [session, view, handle],
  );
  return (
    <div className="cv-empty">
      <FirstLine onWrite={isOffered ? write : null} onLeave={handle.focus} />
      <span className="text-12">Press Ctrl or ⌘ with Enter for the next line.</span>
    </div>
  );
}
