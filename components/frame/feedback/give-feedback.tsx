"use client";

import { useQuery } from "@tanstack/react-query";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { ErrorState } from "../session/error-state.tsx";
import { useSession } from "../session/session-provider.tsx";
import { SignalList } from "./signal-list.tsx";

/** Name of the signals that the panel gives. */
const NAME = "works";

interface GiveFeedbackProps {
  subjectId: string;
  /** Name of the subject in a sentence. */
  what: string;
  /** Reason that is being written; null where nobody has begun. It is kept by whoever shows this beside other things. */
  written: string | null;
  onWrite: (written: string | null) => void;
}

/** Feedback on one subject: one's own, whether it works and why, and what others said. */
export function GiveFeedback({ subjectId, what, written, onWrite }: GiveFeedbackProps) {
  const project_id = useProjectId();
  const { userId } = useSession();
  const api = useApi();
  const client = useStudioClient();
  const refresh = useRefresh(({ feedback }) => [feedback.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("comment"));
  const { reading } = useMoment();
  const asked = useQuery(
    api.feedback.list.queryOptions({
      project_id,
      subject_id: subjectId,
      name: NAME,
      author: `user:${userId}`,
      limit: 1,
      ...reading,
    }),
  );
  const own = asked.data?.signals[0];
  const comment = written ?? own?.comment ?? "";
  const give = (value: boolean) =>
    void attempt(async () => {
      await client.feedback.create.mutate({
        ...{ project_id, subject_id: subjectId, name: NAME, data_type: "boolean", value, comment: comment.trim() },
      });
      await refresh();
      onWrite(null);
    });
  return (
    <div className="space-y-4 px-4 py-3">
      <section aria-label="Your feedback" className="space-y-2">
        <h3 className="font-medium text-13">Does {what} work?</h3>
        <FormField label="Why (optional)">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={5_000}
              dir="auto"
              className={CONTROL}
              value={comment}
              onChange={({ target }) => onWrite(target.value)}
            />
          )}
        </FormField>
        <div className="flex gap-2">
          {([true, false] as const).map((value) => (
            <Button
              key={String(value)}
              size="sm"
              aria-pressed={own?.value === value}
              variant={own?.value === value ? "primary" : "quiet"}
              // What one said before would be written over unread.
              disabled={isBusy || asked.data === undefined}
              disabledReason={reason}
              onClick={() => give(value)}
            >
              {value ? "It works" : "It does not"}
            </Button>
          ))}
        </div>
        {problem !== null && <AlertLine>{problem}</AlertLine>}
        {asked.error !== null && asked.data === undefined && (
          <ErrorState what="Your feedback" error={asked.error} onRetry={() => void asked.refetch()} />
        )}
      </section>
      <section aria-label="All feedback">
        <h3 className="mb-1 font-medium text-13">What was said</h3>
        <SignalList of={{ subject_id: subjectId }} empty="Nobody has said anything yet." />
      </section>
    </div>
  );
}
