"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { formErrors } from "../../ui/form-errors.ts";
import { showToast } from "../../ui/toast.ts";
import { whenSent } from "../fields/when-sent.ts";
import { useDialogue } from "../session/dialogue-context.ts";

/**
 * Brings back an earlier version of a card. What was just written is sent first, so that the restore comes after it; what
 * the server then has arrives here like anybody's change.
 */
export function useRestore(subject_id: string): (seq: number, when: string) => Promise<string | null> {
  const session = useDialogue();
  const project_id = useProjectId();
  const client = useStudioClient();

  async function restore(seq: number, when: string): Promise<string | null> {
    if (!(await whenSent(session))) return "What you wrote last is not saved yet. Try again when it is.";
    try {
      const done = await client.record.restore.mutate({ project_id, subject_id, seq });
      const before = done.seq - done.restored.length;
      if (done.restored.length === 0) showToast({ text: `It already is as it was ${when}.` });
      else showToast({ text: `Restored the version of ${when}.`, undo: () => void restore(before, "before") });
      return null;
    } catch (error) {
      return formErrors(error, { fields: [] }).summary.join(" ");
    }
  }
  return restore;
}
