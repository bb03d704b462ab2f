"use client";

import { useNames } from "../../frame/project/people-names.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { conflictAt, fieldKey } from "../store/dialogue-state.ts";
import { ConflictBanner } from "./conflict-banner.tsx";

interface FieldNoticesProps {
  subjectId: string;
  /** JSON pointer of the field. */
  pointer: string;
  /** The element to write in, for "Edit". */
  fieldId?: string | undefined;
}

/** Notices of other people's changes to a field: one that waits for the caret to leave, or a conflict to decide. */
export function FieldNotices({ subjectId, pointer, fieldId }: FieldNoticesProps) {
  const session = useDialogue();
  const names = useNames();
  const key = fieldKey(subjectId, pointer);
  const waiting = useDialogueState((state) => state.waiting.get(key));
  const conflict = useDialogueState((state) => conflictAt(state.conflicts.get(subjectId), pointer));
  if (conflict !== undefined) return <ConflictBanner conflict={conflict} fieldId={fieldId} />;
  if (waiting === undefined) return null;
  return (
    <p
      role="status"
      className="mt-1 flex flex-wrap items-center gap-x-2 rounded-control bg-warn-soft px-2 py-1 text-12 text-on-warn-soft"
    >
      <span>{waiting.by === "" ? "This was not saved." : `${names.nameOf(waiting.by)} changed this.`}</span>
      <button
        type="button"
        className="link cursor-pointer font-medium"
        // Pressing it must not take the caret away first: what is shown is put where the caret is.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => session.showWaiting(key)}
      >
        {waiting.by === "" ? "Show the saved version" : "Show"}
      </button>
    </p>
  );
}
