"use client";

import { use, useEffect } from "react";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { connect, type Port } from "../../gestures/connect.ts";
import { quoted } from "../../gestures/gesture.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { CanvasHint } from "../surface/canvas-hint.tsx";
import { OverlayContext } from "../surface/overlay-state.ts";
import { useDoing } from "./use-doing.ts";

/**
 * Connecting by keys: the cursor walks to the target, Enter connects, Escape lets it be. While it goes on Enter and
 * Escape mean this and nothing else.
 */
export function Connecting({ from, onEnd }: { from: Port; onEnd: () => void }) {
  const { session, handle, model, run, say } = useDoing();
  const overlay = use(OverlayContext);
  const source = useDialogueState((state) => state.nodes.get(from.nodeId));
  const target = useDialogueState((state) =>
    state.active !== null && state.active !== from.nodeId ? state.nodes.get(state.active) : undefined,
  );
  const targetId = target?.id ?? null;

  useEffect(() => {
    const rect = targetId === null ? null : handle.rectOf(targetId);
    overlay?.setState({
      connection: targetId === null || rect === null ? null : { from, to: { x: rect.x, y: rect.y }, target: targetId },
    });
  }, [overlay, handle, from, targetId]);

  const confirm = () => {
    const to = session.store.getState().active;
    const gesture = to === null ? null : connect(model(), from, to);
    if (gesture === null) return say("Choose another card, then press Enter.");
    onEnd();
    run({ ...gesture, select: [from.nodeId] });
    handle.focus();
  };
  const cancel = () => {
    onEnd();
    session.select([from.nodeId]);
    say("Nothing was connected.");
    handle.focus();
  };
  useCommandHandlers({ "card.edit": confirm, "cursor.out": cancel });

  return (
    <CanvasHint>
      Connecting {quoted(source)} {target === undefined ? "" : `to ${quoted(target)} `}— choose a card with the arrows
      or a click, then Enter. Esc cancels.
    </CanvasHint>
  );
}
