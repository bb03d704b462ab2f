"use client";

import { useCan } from "../../frame/session/can.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useView, useViewStore } from "../store/view-state.ts";
import { CanvasGestures } from "./commands/canvas-gestures.tsx";
import { useDoing } from "./commands/use-doing.ts";
import { StickyTitles } from "./drawing/sticky-titles.tsx";
import { editableOf } from "./editor/editable.ts";
import { LogicEditor } from "./editor/logic-editor.tsx";
import { SpeakerEditor } from "./editor/speaker-editor.tsx";
import { StoryField } from "./editor/text-editor.tsx";
import { CommentFilterBar } from "./find/comment-filter.tsx";
import { FindBar } from "./find/find-bar.tsx";
import { StatusFilterBar } from "./find/status-filter.tsx";
import { CanvasKeys } from "./keys/canvas-keys.tsx";
import { MapOfDialogue } from "./map/minimap.tsx";
import { CanvasMenus } from "./menus/canvas-menus.tsx";
import { fetchLayout } from "./scene/late-layout.ts";
import { Generate } from "./suggestions/generate.tsx";
import { Suggestions } from "./suggestions/suggestions.tsx";
import { Tidy } from "./tidy/tidy.tsx";

// Nodes that come without a place later need it.
void fetchLayout().catch(() => undefined);

/** Input of the canvas: pointer, keys and menus. It arrives after the first nodes are drawn. */
export function CanvasInput() {
  return (
    <>
      <CanvasGestures />
      <CanvasMenus />
      <CanvasKeys />
      <FloatingEditor />
      <FindBar />
      <StatusFilterBar />
      <StickyTitles />
      <MapOfDialogue />
      <CommentFilterBar />
      <Tidy />
      <Suggestions />
      <Generate />
    </>
  );
}

/** The one place where the canvas is written in: a field over the node, title, branch, group or note it belongs to. */
function FloatingEditor() {
  const editing = useView((state) => state.editing);
  const view = useViewStore();
  const { model } = useDoing();
  const isHere = useDialogueState(
    ({ nodes, groups, annotations }) =>
      editing !== null && (nodes.has(editing.nodeId) || groups.has(editing.nodeId) || annotations.has(editing.nodeId)),
  );
  const mayEdit = useCan()("edit").allowed;
  // A branch or its node may go while it is written; the field then goes with it.
  useDialogueState(({ nodes }) => (editing === null ? undefined : nodes.get(editing.nodeId)));
  useDialogueState(({ groups, annotations }) =>
    editing === null ? undefined : (groups.get(editing.nodeId) ?? annotations.get(editing.nodeId)),
  );
  if (editing === null || !isHere || !mayEdit) return null;
  const end = () => view.setState((now) => (now.editing === editing ? { editing: null } : {}));
  if (editing.field === "test" || editing.field === "changes") {
    const key = `${editing.nodeId} ${editing.field} ${editing.branchId}`;
    return <LogicEditor key={key} editing={editing} onEnd={end} />;
  }
  if (editing.field === "speaker") return <SpeakerEditor key={editing.nodeId} editing={editing} onEnd={end} />;
  const editable = editableOf(model(), editing);
  if (editable === null) return null;
  return <StoryField key={`${editing.nodeId}${editable.pointer}`} editing={editing} editable={editable} onEnd={end} />;
}
