"use client";

import { type FocusEvent, useRef } from "react";
import { nodeMetrics, ROW } from "#domain/dialogue/node-metrics.ts";
import { quoted, quotedBranch } from "../../gestures/gesture.ts";
import { ChangesField, ConditionsField } from "../../logic/logic-field.tsx";
import { useNode } from "../../session/dialogue-context.ts";
import { fieldKey } from "../../store/dialogue-state.ts";
import type { Editing } from "../../store/view-state.ts";
import { useDoing } from "../commands/use-doing.ts";
import { writeNext } from "../commands/use-node-commands.ts";
import { useFollowBox, useHasActed } from "./over-box.ts";

/** A field over the row of a node that shows what is asked or changed there: the test of a check, or what a change does. */
export function LogicEditor({ editing, onEnd }: { editing: Editing; onEnd: () => void }) {
  const doing = useDoing();
  const { session, handle } = doing;
  const node = useNode(editing.nodeId);
  const frame = useRef<HTMLDivElement>(null);
  const hasActed = useHasActed();
  const branch = node?.branches.find(({ id }) => id === editing.branchId);
  const rect = handle.rectOf(editing.nodeId);
  const row = node && nodeMetrics(node).rows.find(({ branchId }) => branchId === editing.branchId);
  const box = rect && { x: rect.x, y: rect.y + (row?.y ?? rect.height - ROW), width: rect.width, height: ROW };
  useFollowBox(frame, handle, box);
  if (node === undefined || (editing.field === "test" && branch === undefined)) return null;

  const leave = () => {
    onEnd();
    handle.focus();
  };
  const shared = {
    disabledReason: null,
    takesFocus: true,
    onLeave: leave,
    onDone: (isGoingOn: boolean) => {
      onEnd();
      if (isGoingOn) writeNext(doing, editing.nodeId, editing.branchId);
      else handle.focus();
    },
    // What cannot be read yet stays in sight.
    onBlurred: (isKept: boolean) => {
      if (isKept && document.hasFocus() && hasActed.current) onEnd();
    },
  };
  // A menu that opened this gives the focus back to the canvas a moment late.
  const onBlur = ({ relatedTarget, target }: FocusEvent<HTMLElement>) => {
    if (!hasActed.current && relatedTarget === handle.host()) target.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left.
    <div ref={frame} className="absolute top-0 left-0 z-20 origin-top-left" data-editor="" onBlur={onBlur}>
      <div className="rounded-control bg-panel shadow-float">
        {editing.field === "test" && branch !== undefined ? (
          <ConditionsField
            {...shared}
            label={`Test of ${quoted(node)}`}
            draftKey={fieldKey(node.id, `/branches/${branch.id}/conditions`)}
            conditions={branch.conditions}
            onChange={(conditions) =>
              session.dispatch(`Change the conditions of ${quotedBranch(branch)}`, [
                { op: "branch.update", node_id: node.id, id: branch.id, patch: { conditions } },
              ])
            }
          />
        ) : (
          <ChangesField
            {...shared}
            label={`Changes of ${quoted(node)}`}
            draftKey={fieldKey(node.id, "/on_enter_effects")}
            effects={node.on_enter_effects}
            onChange={(on_enter_effects) =>
              session.dispatch(`Change the effects of ${quoted(node)}`, [
                { op: "node.update", id: node.id, patch: { on_enter_effects } },
              ])
            }
          />
        )}
      </div>
    </div>
  );
}
