"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { RestorePreview } from "../../frame/restore/restore-preview.tsx";
import { showToast } from "../../ui/toast.ts";
import { useHistoryNames } from "../fields/use-history-names.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { requireSaved } from "../session/when-saved.ts";

/** A moment a dialogue may be brought back to. */
export interface AskedMoment {
  readonly seq: number;
  /** Moment in words: "“Before the rewrite”". */
  readonly words: string;
}

interface RestoreQuestionProps {
  /** Null while nothing is asked. */
  asked: AskedMoment | null;
  onClose: (isRestored: boolean) => void;
}

/** Asked before the whole open dialogue becomes what it was, with what that would change. */
export function RestoreQuestion({ asked, onClose }: RestoreQuestionProps) {
  return asked === null ? null : <Question asked={asked} onClose={onClose} />;
}

/** Question before a restore. Later edits stay in the history, because a restore is written forward. */
function Question({ asked, onClose }: RestoreQuestionProps & { asked: AskedMoment }) {
  const dialogue = useDialogue();
  const name = useDialogueState((state) => state.graph.name);
  const graph_id = useDialogueState((state) => state.graph.id);
  const project_id = useProjectId();
  const client = useStudioClient();
  const names = useHistoryNames();
  const input = { project_id, graph_id, seq: asked.seq };

  const restore = async (): Promise<void> => {
    await requireSaved(dialogue);
    const { changed, brought_back, deleted, seq } = await client.dialogues.restore.mutate(input);
    const before = seq - changed - brought_back - deleted;
    showToast({
      text: `Restored to ${asked.words}.`,
      undo: () =>
        void client.dialogues.restore
          .mutate({ project_id, graph_id, seq: before })
          .catch(() => showToast({ text: "The restore could not be undone. The earlier version is in the history." })),
    });
  };
  return (
    <RestorePreview
      title={`Restore “${name}” to ${asked.words}?`}
      about={[graph_id, asked.seq]}
      action="Restore the dialogue"
      names={names}
      preview={async () => {
        await requireSaved(dialogue);
        return client.dialogues.restore.mutate({ ...input, dry_run: true });
      }}
      restore={restore}
      onClose={onClose}
    />
  );
}
