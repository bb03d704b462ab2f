"use client";

import { groupName, recolour, ungroup } from "../canvas/gestures/group.ts";
import { useDialogue, useDialogueState, useGroup } from "../dialogue/store/dialogue-context.ts";
import { fieldKey } from "../dialogue/store/session.ts";
import { useViewStore } from "../dialogue/view-state.ts";
import { useCan } from "../session/can.ts";
import { Button } from "../ui/button.tsx";
import { CONTROL } from "../ui/form-field.tsx";
import { ColorField } from "./color-field.tsx";
import { PanelBody, PanelTitle } from "./panel-body.tsx";
import { PanelFrame } from "./panel-frame.tsx";

/** One group of cards. */
export function GroupInspector({ id }: { id: string }) {
  const session = useDialogue();
  const view = useViewStore();
  const group = useGroup(id);
  const edit = useCan()("edit");
  const members = useDialogueState((state) => {
    let count = 0;
    for (const node of state.nodes.values()) if (node.group_id === id) count += 1;
    return count;
  });
  if (group === undefined) return null;
  const key = fieldKey(id, "/title");
  return (
    <PanelFrame
      header={<PanelTitle kind="Group" name={group.title === "" ? "Untitled group" : group.title} />}
      onClose={() => view.setState({ side: null })}
    >
      <PanelBody>
        <label className="block font-medium text-12 text-ink-2">
          Title
          <input
            className={`${CONTROL} mt-1 font-normal`}
            value={group.title}
            readOnly={!edit.allowed}
            maxLength={200}
            spellCheck
            dir="auto"
            onFocus={() => session.focusField(key)}
            onBlur={() => {
              session.focusField(null);
              session.settle();
            }}
            onChange={(event) =>
              session.dispatch(
                `Rename ${groupName(group)}`,
                [{ op: "group.update", id, patch: { title: event.target.value } }],
                { coalesce: key },
              )
            }
          />
        </label>
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
          disabledReason={edit.allowed ? null : edit.reason}
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
