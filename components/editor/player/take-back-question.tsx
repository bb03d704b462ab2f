"use client";

import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { leftLine } from "../../frame/changes/left-line.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useRefreshReadings } from "../../frame/project/use-readings.ts";
import { RestorePreview } from "../../frame/restore/restore-preview.tsx";
import { Button } from "../../ui/button.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { showToast } from "../../ui/toast.ts";
import { useHistoryNames } from "../fields/use-history-names.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";

type Left = Outputs["record"]["takeBack"]["left"][number];

interface TakeBackQuestionProps {
  readonly commitSeq: number;
  /** Asks about another commit instead. */
  readonly onAsk: (commitSeq: number) => void;
  readonly onClose: () => void;
}

/** Asked before a change is taken back, with what that would change and what it would leave. */
export function TakeBackQuestion({ commitSeq, onAsk, onClose }: TakeBackQuestionProps) {
  const client = useStudioClient();
  const project_id = useProjectId();
  const dialogue = useDialogue();
  const names = useHistoryNames();
  const refresh = useRefreshReadings();
  const [left, setLeft] = useState<readonly Left[]>([]);
  const take = (seq: number, dry_run: boolean) =>
    client.record.takeBack.mutate({ project_id, commit_seq: String(seq), dry_run });
  const requireAllSaved = async () => {
    if (!(await whenSaved(dialogue)))
      throw new FormMistake("Your last changes are not saved yet. Try again once they are.");
  };

  return (
    <RestorePreview
      title="Undo this change?"
      about={["take-back", commitSeq]}
      action="Undo the change"
      busy="Undoing…"
      nothing="Nothing can be undone at the moment."
      names={names}
      preview={async () => {
        await requireAllSaved();
        const { changes, total, names: told, left: stays } = await take(commitSeq, true);
        setLeft(stays);
        return { preview: { changes, total, names: told } };
      }}
      restore={async () => {
        await requireAllSaved();
        const { seq } = await take(commitSeq, false);
        showToast({
          text: "The change is undone.",
          undo: () =>
            void take(seq, false)
              .then(refresh)
              .catch(() => showToast({ text: "This could not be undone. The earlier version is in the history." })),
        });
        await refresh();
      }}
      onClose={onClose}
    >
      <WhatStays left={left} onAsk={onAsk} />
    </RestorePreview>
  );
}

/** List of fields that keep their value, with reasons; where one was changed again, a link to that change. */
function WhatStays({ left, onAsk }: { left: readonly Left[]; onAsk: (commitSeq: number) => void }) {
  if (left.length === 0) return null;
  const later = Math.max(...left.map(({ changed_by }) => changed_by ?? 0));
  return (
    <section aria-label="What stays unchanged" className="mb-4 text-13">
      <h3 className="mb-1 font-medium text-12 text-ink-2">Stays unchanged</h3>
      <ul className="space-y-1">
        {left.map((each) => (
          <li key={`${each.subject_id} ${each.field}`} dir="auto">
            {leftLine(each)}
          </li>
        ))}
      </ul>
      {later > 0 && (
        <Button size="sm" className="mt-2" onClick={() => onAsk(later)}>
          Undo the later change instead
        </Button>
      )}
    </section>
  );
}
