"use client";

import { useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { useCloseTwice } from "../../ui/form/use-close-twice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Idea } from "./idea-data.ts";
import { useIdeaMoved } from "./use-idea-steps.ts";

export interface IdeaStepProps {
  idea: Idea;
  onClose: () => void;
  onDone: (made: Idea) => void;
}

/** Characters of a reason. */
const MOST = 2_000;

/** Dialog that asks why an idea is turned down: later generations are told. */
export function RejectIdea({ idea: { id: idea_id, premise }, onClose, onDone }: IdeaStepProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const tell = useIdeaMoved();
  const [reason, setReason] = useState("");
  const { attempt, isBusy, problem } = useAttempt();
  const { close, warning } = useCloseTwice(reason.trim() !== "" && !isBusy, onClose);
  const id = useId();
  const reject = async () => {
    const made = await client.ideas.reject.mutate({ project_id, idea_id, reason: reason.trim() });
    await tell(made, "The idea is rejected.");
    onDone(made);
  };
  return (
    <DialogPopup
      size="sm"
      title="Reject this idea"
      description={premise}
      onClose={close}
      footer={
        <DialogChoice onCancel={onClose} disabled={isBusy} onClick={() => void attempt(reject)}>
          {isBusy ? "Rejecting…" : "Reject"}
        </DialogChoice>
      }
    >
      <label htmlFor={id} className="mb-1 block font-medium text-12 text-ink-2">
        Why? You can leave it empty.
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        maxLength={MOST}
        className={`${CONTROL} w-full text-14`}
        value={reason}
        onChange={({ target: { value } }) => setReason(value)}
      />
      <p className="mt-1 text-12 text-ink-3">New ideas are made with this in mind.</p>
      {problem !== null && (
        <Notice tone="error" title="It was not rejected" announce>
          <p>{problem}</p>
        </Notice>
      )}
      {warning}
    </DialogPopup>
  );
}
