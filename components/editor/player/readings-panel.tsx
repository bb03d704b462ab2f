"use client";

import { X } from "lucide-react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { type ReadingCheck, useRefreshReadings } from "../../frame/project/use-readings.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import { closeSide, useViewStore } from "../store/view-state.ts";
import { usePlayReading } from "./play-reading.ts";
import { ReadingRow } from "./reading-row.tsx";
import { useDialogueReadings } from "./use-dialogue-readings.ts";

/** Order of the states: readings that differ first, then in the order in which they were kept. */
const ORDER = { diverged: 0, unplayable: 1, same: 2 } as const;

/** The kept readings that come through the open dialogue: how each stands, and what can be done about it. */
export function ReadingsPanel() {
  const view = useViewStore();
  const client = useStudioClient();
  const project_id = useProjectId();
  const dialogue = useDialogue();
  const refresh = useRefreshReadings();
  const play = usePlayReading();
  const readings = useDialogueReadings();
  const { problem, attempt } = useAttempt();

  const keep = (reading_id: string) =>
    attempt(async () => {
      if (!(await whenSaved(dialogue)))
        throw new FormMistake("Your last changes are not saved yet. Try again once they are.");
      await client.readings.keep.mutate({ project_id, reading_id });
      await refresh();
      showToast({ text: "The current version is now the expected one." });
    });
  const remove = ({ reading_id, name }: ReadingCheck) =>
    attempt(async () => {
      await client.readings.delete.mutate({ project_id, reading_id });
      await refresh();
      const undo = () =>
        void attempt(async () => {
          await client.readings.restore.mutate({ project_id, reading_id });
          await refresh();
        });
      showToast({ text: `“${name}” is no longer kept.`, undo });
    });

  const sorted = readings.data?.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
  return (
    <aside
      aria-label="Kept readings"
      className="flex w-90 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Kept readings</h2>
        <IconButton
          label="Close kept readings"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => closeSide(view)}
        />
      </header>
      <div className="grow px-3 py-3">
        {problem !== null && (
          <Notice tone="error" title="Something went wrong" announce>
            <p>{problem}</p>
          </Notice>
        )}
        {readings.isPending && <LoadingRows what="kept readings" rows={3} className="h-14" />}
        {readings.isError && sorted === undefined && (
          <ErrorState what="The kept readings" error={readings.error} onRetry={() => void readings.refetch()} />
        )}
        {sorted?.length === 0 && (
          <p className="px-1 text-13 text-ink-3">
            No kept readings yet. Play the dialogue and choose “Keep this reading”. You are told when a later change
            alters it.
          </p>
        )}
        <ul className="space-y-2">
          {sorted?.map((check) => (
            <ReadingRow
              key={check.reading_id}
              check={check}
              onPlay={() => void attempt(() => play(check.reading_id))}
              onKeep={() => void keep(check.reading_id)}
              onDelete={() => void remove(check)}
            />
          ))}
        </ul>
      </div>
    </aside>
  );
}
