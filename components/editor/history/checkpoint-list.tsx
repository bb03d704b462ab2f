"use client";

import { Eye, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Attempts, useAttempt } from "../../frame/api/use-attempt.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { type Checkpoint, useCheckpoints } from "../../frame/project/use-checkpoints.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { ReleaseButton, ReleasedBadge } from "../../frame/sharing/release-button.tsx";
import { InPlace } from "../../ui/form/in-place.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { RestoreQuestion } from "./restore-question.tsx";

/** The project's named moments. Restoring is written forward: what came after stays in the history. */
export function CheckpointList() {
  const { list, restore, remove } = useCheckpoints();
  const { problem, attempt } = useAttempt();
  const [restoring, setRestoring] = useState<Checkpoint | null>(null);
  const project_id = useProjectId();

  const forget = (checkpoint: Checkpoint) =>
    attempt(async () => {
      await remove.mutateAsync({ project_id, checkpoint_id: checkpoint.id });
      showToast({
        text: `“${checkpoint.name}” is no longer named.`,
        // The same moment again, as links that play it name it.
        undo: () => void attempt(() => restore.mutateAsync({ project_id, checkpoint_id: checkpoint.id })),
      });
    });

  return (
    <div className="grow px-2 py-2">
      {problem !== null && (
        <Notice tone="error" title="Something went wrong" announce>
          <p>{problem}</p>
        </Notice>
      )}
      {list.isPending && <Waiting />}
      {list.isError && <ErrorState what="The moments" error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.checkpoints.length === 0 && (
        <p className="px-2 py-1 text-13 text-ink-3">No named moments yet. Save one before a large change.</p>
      )}
      <ul>
        {list.data?.checkpoints.map((each) => (
          <Row
            key={each.id}
            checkpoint={each}
            onRestore={() => setRestoring(each)}
            onForget={() => void forget(each)}
            attempt={attempt}
          />
        ))}
      </ul>
      <RestoreQuestion
        asked={restoring === null ? null : { seq: restoring.seq, words: `“${restoring.name}”` }}
        onClose={() => setRestoring(null)}
      />
    </div>
  );
}

interface RowProps {
  checkpoint: Checkpoint;
  onRestore: () => void;
  onForget: () => void;
  attempt: Attempts["attempt"];
}

function Row({ checkpoint, onRestore, onForget, attempt }: RowProps) {
  const project_id = useProjectId();
  const { rename } = useCheckpoints();
  const { at, goTo } = useMoment();
  const isHere = at === checkpoint.seq;
  const can = useCan();
  const change = can("change");
  const fetchable = can("fetch");
  const reason = reasonOf(change);
  return (
    <li
      aria-current={isHere ? "true" : undefined}
      className="flex items-center gap-1 rounded-control px-2 py-1 hover:bg-hover aria-[current]:bg-warn-soft"
    >
      <div className="min-w-0 grow">
        <InPlace
          label="Name of the moment"
          value={checkpoint.name}
          disabledReason={reason}
          onSave={async (name) => {
            await rename.mutateAsync({ project_id, checkpoint_id: checkpoint.id, name });
            showToast({ text: `The moment is now called “${name}”.` });
          }}
          meta={
            <>
              named <LocalTime iso={checkpoint.created_at} />
              {checkpoint.updated_at !== checkpoint.created_at && (
                <>
                  {" · "}renamed <LocalTime iso={checkpoint.updated_at} />
                </>
              )}
              {isHere && " · in view"}
            </>
          }
        />
        <span className={`flex items-center gap-1 ${checkpoint.released ? "" : "-ms-2.5"}`}>
          <ReleasedBadge moment={checkpoint} />
          <ReleaseButton moment={checkpoint} attempt={attempt} />
        </span>
      </div>
      <IconButton
        size="sm"
        label={`Look at ${checkpoint.name}`}
        icon={<Eye aria-hidden className="size-4" />}
        disabledReason={reasonOf(fetchable)}
        onClick={() => goTo(checkpoint.seq)}
      />
      <IconButton
        size="sm"
        label={`Restore this dialogue to ${checkpoint.name}`}
        icon={<RotateCcw aria-hidden className="size-4" />}
        disabledReason={reason}
        onClick={onRestore}
      />
      <IconButton
        size="sm"
        label={`Delete the name ${checkpoint.name}`}
        icon={<Trash2 aria-hidden className="size-4" />}
        disabledReason={reason}
        onClick={onForget}
      />
    </li>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2 px-2">
      <Loading what="moments" />
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className="h-9" />
      ))}
    </div>
  );
}
