"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { isRefusal } from "../../frame/api/client.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";

interface RestoreQuestionProps {
  /** The moment, in words: "“Before the rewrite”"; null while nothing is asked. */
  moment: string | null;
  onClose: () => void;
  onRestore: () => void;
}

/** Asked before a whole dialogue becomes what it was. */
export function RestoreQuestion({ moment, onClose, onRestore }: RestoreQuestionProps) {
  const name = useDialogueState((state) => state.graph.name);
  return (
    <AlertDialog
      open={moment !== null}
      onClose={onClose}
      title={`Restore “${name}” to ${moment ?? ""}?`}
      description="Every card, choice, group and note becomes what it was then. What came after stays in the history, and you can come back to it."
      action="Restore the dialogue"
      onAct={() => {
        onRestore();
        onClose();
      }}
    />
  );
}

/** Bringing the open dialogue back to a moment; `problem` says why it last did not happen. */
interface RestoreDialogue {
  readonly problem: string | null;
  readonly isBusy: boolean;
  restore(seq: number, moment: string): Promise<void>;
}

/** What was written since stays in the history: restoring is written forward. */
export function useRestoreDialogue(): RestoreDialogue {
  const dialogue = useDialogue();
  const graph_id = useDialogueState((state) => state.graph.id);
  const project_id = useProjectId();
  const client = useStudioClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const restore = async (seq: number, moment: string) => {
    setBusy(true);
    setProblem(null);
    try {
      if (!(await whenSaved(dialogue))) {
        return setProblem("Your last changes are not saved yet. Restore once they are: nothing has changed.");
      }
      const { changed, brought_back, deleted } = await client.dialogues.restore.mutate({ project_id, graph_id, seq });
      const parts = changed + brought_back + deleted;
      showToast({
        text: parts === 0 ? `Nothing differs from ${moment}.` : `Restored to ${moment}: ${said(parts)} changed.`,
      });
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : "The dialogue was not restored. Nothing has changed.");
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, restore };
}

const said = (parts: number): string => counted(parts, "part");
