"use client";

import { deleteSelection } from "../canvas/gestures/delete-selection.ts";
import { recolour } from "../canvas/gestures/group.ts";
import { useDialogue, useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { fieldKey } from "../dialogue/store/session.ts";
import { useViewStore } from "../dialogue/view-state.ts";
import { useCan } from "../session/can.ts";
import { Button } from "../ui/button.tsx";
import { CONTROL } from "../ui/form-field.tsx";
import { showToast } from "../ui/toast.ts";
import { ColorField } from "./color-field.tsx";
import { PanelBody, PanelTitle } from "./panel-body.tsx";
import { PanelFrame } from "./panel-frame.tsx";

/** One note on the paper. */
export function NoteInspector({ id }: { id: string }) {
  const session = useDialogue();
  const view = useViewStore();
  const note = useDialogueState((state) => state.annotations.get(id));
  const edit = useCan()("edit");
  if (note === undefined) return null;
  const key = fieldKey(id, "/text");
  return (
    <PanelFrame
      header={<PanelTitle kind="Note" name="For whoever writes here" />}
      onClose={() => view.setState({ side: null })}
    >
      <PanelBody>
        <label className="block font-medium text-12 text-ink-2">
          Text
          <textarea
            data-field="text"
            rows={6}
            className={`${CONTROL} field-sizing-content mt-1 max-h-[60dvh] min-h-32 resize-none py-1.5 font-normal`}
            value={note.text}
            readOnly={!edit.allowed}
            spellCheck
            dir="auto"
            onFocus={() => session.focusField(key)}
            onBlur={() => {
              session.focusField(null);
              session.settle();
            }}
            onChange={(event) =>
              session.dispatch(
                "Write in a note",
                [{ op: "annotation.update", id, patch: { text: event.target.value } }],
                {
                  coalesce: key,
                },
              )
            }
          />
        </label>
        <ColorField
          color={note.color}
          disabled={!edit.allowed}
          onChange={(color) => {
            const done = recolour(session.store.getState(), [id], color);
            if (done !== null) session.dispatch(done.label, done.operations);
          }}
        />
        <p className="text-12 text-ink-3">Notes are never part of the story.</p>
        <Button
          size="sm"
          variant="danger"
          disabledReason={edit.allowed ? null : edit.reason}
          onClick={() => {
            const done = deleteSelection(session.store.getState(), [id]);
            if (done === null || !session.dispatch(done.label, done.operations, { select: [] })) return;
            showToast({ text: done.said, undo: () => session.undo() });
          }}
        >
          Delete note
        </Button>
      </PanelBody>
    </PanelFrame>
  );
}
