"use client";

import { useMemo } from "react";
import { useCan } from "../../../frame/session/can.ts";
import { showToast } from "../../../ui/toast.ts";
import type { Gesture, NodeGesture } from "../../gestures/gesture.ts";
import { recordPlaces } from "../../gestures/move.ts";
import { madeKind } from "../../gestures/node-kinds.ts";
import type { PlacedModel } from "../../gestures/place.ts";
import { useDialogue } from "../../session/dialogue-context.ts";
import type { DialogueSession } from "../../session/dialogue-session.ts";
import { undoGesture } from "../../session/undo-gesture.ts";
import { type Editing, useViewStore } from "../../store/view-state.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { type CanvasHandle, useCanvasHandle } from "../surface/canvas-surface.ts";
import { sayAfterSelection } from "./say-after-selection.ts";

/** Most computed positions recorded along with one gesture, so that it is sent in one piece. */
const MOST = 1_000;
/** Below this zoom words are no longer read, and not written. */
const READABLE = 0.6;

/** Tools by which commands make gestures on this canvas. */
export interface Doing {
  readonly session: DialogueSession;
  readonly handle: CanvasHandle;
  /** Whether anything here may be changed. */
  readonly mayEdit: boolean;
  /** The dialogue as it lies on the canvas now. */
  model(): PlacedModel;
  selection(): readonly string[];
  /** The selected node that keys act on; null when none is. */
  activeNode(): string | null;
  /** Does a gesture and says so; false where there was nothing to do, or it is not allowed. */
  run(gesture: Gesture | null, options?: { readonly coalesce?: string; readonly undoToast?: boolean }): boolean;
  /** Does a gesture that makes a node, brings the node into view and opens it for writing. */
  runAndWrite(gesture: NodeGesture | null): boolean;
  /** Says something to those who do not see it. */
  say(text: string): void;
  /** Opens something for writing, at a zoom where it can be read. */
  write(nodeId: string, field?: Editing["field"], branchId?: string | null, asksNext?: string): void;
}

/** Gestures on the canvas around this component. */
export function useDoing(): Doing {
  const session = useDialogue();
  const handle = useCanvasHandle();
  const { scene } = useCanvasParts();
  const view = useViewStore();
  const mayEdit = useCan()("edit").allowed;
  return useMemo<Doing>(() => {
    const model = (): PlacedModel => ({ ...session.store.getState(), boxOf: (id) => handle.rectOf(id) });
    const say = (text: string) => sayAfterSelection(handle.announce, text);
    const run: Doing["run"] = (gesture, options = {}) => {
      if (gesture === null) return false;
      const { label, said, select } = gesture;
      const done = session.dispatch(label, [...gesture.operations, ...seen(gesture)], {
        ...(options.coalesce !== undefined && { coalesce: options.coalesce }),
        ...(select !== undefined && { select }),
      });
      if (!done) return false;
      say(said);
      if (options.undoToast === true) showToast({ text: said, undo: () => undoGesture(session, label) });
      return true;
    };
    // What a gesture places is recorded; what lay around it unrecorded would be computed anew around that next time.
    const seen = ({ operations }: Gesture) => {
      const placed = operations.flatMap((each) => (each.op === "node.move" ? each.id : []));
      const places = placed.length > 0 || operations.some((each) => each.op === "node.create");
      return places ? recordPlaces(scene, new Set(placed), MOST - operations.length) : [];
    };
    const write: Doing["write"] = (nodeId, field = "text", branchId = null, asksNext = undefined) => {
      session.reveal(nodeId);
      if (!mayEdit) return;
      if (handle.zoom() < READABLE) handle.centerOn(nodeId, { readable: true });
      view.setState({ editing: { nodeId, field, branchId, ...(asksNext !== undefined && { asksNext }) } });
    };
    // What a new node is there for is asked for first.
    const ask = (nodeId: string) => {
      const node = session.store.getState().nodes.get(nodeId);
      if (node === undefined) return;
      const { asks } = madeKind(node.kind);
      const branchId = node.branches[0]?.id ?? null;
      if (asks === "test" || asks === "event") return write(nodeId, asks === "test" ? "test" : "choice_text", branchId);
      if (asks !== "target") return write(nodeId, asks, asks === "changes" ? branchId : null);
      session.reveal(nodeId);
      if (mayEdit) view.setState({ jumping: { nodeId, branchId } });
    };
    return {
      session,
      handle,
      mayEdit,
      model,
      selection: () => [...session.store.getState().selection],
      activeNode: () => {
        const { active, nodes } = session.store.getState();
        return active !== null && nodes.has(active) ? active : null;
      },
      run,
      say,
      write,
      runAndWrite: (gesture) => {
        if (gesture === null || !run(gesture)) return false;
        ask(gesture.nodeId);
        return true;
      },
    };
  }, [session, handle, scene, view, mayEdit]);
}
