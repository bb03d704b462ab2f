"use client";

import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { Inputs } from "../api/client.ts";
import { failureWords } from "../api/failure.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useListQuery } from "../list/use-list-query.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useActorNames } from "../project/project-queries.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { ErrorState } from "../session/error-state.tsx";
import { useSession } from "../session/session-provider.tsx";
import { type Signal, sayValue, wordOf } from "./insight-words.ts";

/** Signals read at once. */
const PAGE = 20;

type Narrowed = Pick<
  Inputs["feedback"]["list"],
  | ("subject_id" | "subject_type" | "name" | "data_type" | "session_id")
  | ("generation_kind" | "provider" | "model" | "updated_after")
>;

/** List of what people and players said one by one, the last first. One's own can be taken back. */
export function SignalList({ of, empty }: { of: Narrowed; empty: string }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const client = useStudioClient();
  const input = { project_id, ...of, sort_by: "updated_at", sort_order: "desc", ...reading } as const;
  const { rows, error, retry, hasMore, isReadingMore, readMore } = useListQuery({
    queryKey: api.feedback.list.queryKey(input),
    changes: api.feedback.pathKey(),
    ask: (page, signal) => client.feedback.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ signals }: { total: number; has_more: boolean; signals: Signal[] }) => signals,
    size: PAGE,
  });
  if (rows === undefined) {
    return error == null ? <Loading what="feedback" /> : <ErrorState what="Feedback" error={error} onRetry={retry} />;
  }
  if (rows.length === 0) return <p className="text-13 text-ink-2">{empty}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <SignalItem key={row.id} signal={row} isNamed={of.name === undefined} />
        ))}
      </ul>
      {hasMore && (
        <Button size="sm" disabled={isReadingMore} onClick={readMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function SignalItem({ signal, isNamed }: { signal: Signal; isNamed: boolean }) {
  const { id, author, name, comment, player_comment: said, correction, updated_at } = signal;
  const project_id = useProjectId();
  const { userId } = useSession();
  const client = useStudioClient();
  const nameOf = useActorNames();
  const refresh = useRefresh(({ feedback }) => [feedback.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("comment"));
  const words = typeof said === "string" ? said : comment;
  return (
    <li className="space-y-1 py-2 text-13">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">
          {isNamed && `${wordOf(name)}: `}
          {sayValue(signal)}
        </span>
        <span className="text-12 text-ink-2" dir="auto">
          {nameOf(author)}, <LocalTime iso={updated_at} />
        </span>
        {author === `user:${userId}` && (
          <Button
            size="sm"
            disabled={isBusy}
            disabledReason={reason}
            onClick={() =>
              void attempt(async () => {
                await client.feedback.delete.mutate({ project_id, feedback_id: id });
                const undo = () =>
                  void client.feedback.restore
                    .mutate({ project_id, feedback_id: id })
                    .then(refresh)
                    .catch((failed: unknown) => showToast({ text: failureWords(failed) }));
                showToast({ text: "Your feedback was taken back.", undo });
                await refresh();
              })
            }
          >
            Take back
          </Button>
        )}
      </p>
      {words !== "" && (
        <p className="whitespace-pre-wrap font-reading" dir="auto">
          {words}
        </p>
      )}
      {said !== null && typeof said === "object" && (
        <p className="text-ink-3">What the player said was erased with the player.</p>
      )}
      {correction !== null && (
        <div className="space-y-1 font-reading">
          <del className="line-clamp-4 block text-ink-3" dir="auto">
            {correction.before}
          </del>
          <ins className="line-clamp-4 block no-underline" dir="auto">
            {correction.after}
          </ins>
        </div>
      )}
      {problem !== null && <AlertLine>{problem}</AlertLine>}
    </li>
  );
}
