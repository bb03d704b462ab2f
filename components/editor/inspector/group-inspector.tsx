"use client";

import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../fields/text-field.tsx";
import { groupName, recolour, ungroup } from "../gestures/group.ts";
import { useDialogue, useDialogueState, useGroup } from "../session/dialogue-context.ts";
import { ColorField } from "./color-field.tsx";
import { PanelBody, PanelFrame, PanelTitle } from "./panel-frame.tsx";

/** One group of nodes. */
export function GroupInspector({ id }: { id: string }) {
  const session = useDialogue();
  const group = useGroup(id);
  const edit = useCan()("edit");
  const members = useDialogueState((state) => {
    let count = 0;
    for (const node of state.nodes.values()) if (node.group_id === id) count += 1;
    return count;
  });
  if (group === undefined) return null;
  return (
    <PanelFrame header={<PanelTitle kind="Group" name={group.title === "" ? "Untitled group" : group.title} />}>
      <PanelBody>
        <TextField name="Title" subjectId={id} pointer="/title" label={`Rename ${groupName(group)}`} isSingleLine />
        <ColorField
          color={group.color}
          disabled={!edit.allowed}
          onChange={(color) => {
            const done = recolour(session.store.getState(), [id], color);
            if (done !== null) session.dispatch(done.label, done.operations);
          }}
        />
        <p className="text-13 text-ink-2">
          {members === 0 ? "No card is in it." : members === 1 ? "One card is in it." : `${members} cards are in it.`}
        </p>
        <Button
          size="sm"
          disabledReason={reasonOf(edit)}
          onClick={() => {
            const done = ungroup(session.store.getState(), [id]);
            if (done !== null) session.dispatch(done.label, done.operations, done.select && { select: done.select });
          }}
        >
          Ungroup
        </Button>
      </PanelBody>
    </PanelFrame>
  );
}
