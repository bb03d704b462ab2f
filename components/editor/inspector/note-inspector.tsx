"use client";

import { reasonOf, useCan } from "../../frame/session/can.ts";
import { TextField } from "../fields/text-field.tsx";
import { recolour } from "../gestures/group.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { ColorField } from "./color-field.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { PanelBody, PanelFrame, PanelTitle } from "./panel-frame.tsx";

/** One note on the canvas. */
export function NoteInspector({ id }: { id: string }) {
  const session = useDialogue();
  const note = useDialogueState((state) => state.annotations.get(id));
  const edit = useCan()("edit");
  if (note === undefined) return null;
  return (
    <PanelFrame header={<PanelTitle kind="Note" name="For whoever writes here" />}>
      <PanelBody>
        <div className="[&_textarea]:max-h-[60dvh] [&_textarea]:min-h-32">
          <TextField name="Text" subjectId={id} pointer="/text" label="Write in a note" />
        </div>
        <ColorField
          color={note.color}
          disabled={!edit.allowed}
          onChange={(color) => {
            const done = recolour(session.store.getState(), [id], color);
            if (done !== null) session.dispatch(done.label, done.operations);
          }}
        />
        <p className="text-12 text-ink-3">Notes are never part of the story.</p>
        <DeleteButton ids={() => [id]} name="note" consequences="" disabledReason={reasonOf(edit)} />
      </PanelBody>
    </PanelFrame>
  );
}
