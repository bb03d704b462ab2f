"use client";

import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { showToast } from "../../ui/toast.ts";
import { useRefreshBible } from "./bible-queries.ts";
import type { EntryWordsProps } from "./entry-words.tsx";

const EntryWordsLate = latePart<EntryWordsProps>(() => import("./entry-words.tsx").then((part) => part.EntryWords));

/** Line or section of the bible that an author changes. */
export interface EntryTarget {
  readonly key: string;
  readonly title: string;
  /** Words of the author; null where those of the record are shown. */
  readonly text: string | null;
  /** Change that it has, as far as the bible tells. */
  readonly entryId: string | null;
  /** Words of the record. */
  readonly source?: string;
  readonly pin?: number | null;
}

/** Buttons that change the words, the place and the presence of a line in the bible. */
export function EntryActions({ target, isSection = false }: { target: EntryTarget; isSection?: boolean }) {
  const [isWriting, setWriting] = useState(false);
  const closed = reasonOf(useCan()("change"));
  const { attempt, isBusy, problem } = useAttempt();
  const { change, remove } = useEntryChange(target);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button size="sm" variant="bare" disabledReason={closed} onClick={() => setWriting(true)}>
        {isSection ? (target.text === null ? "Add words" : "Change words") : "Other words"}
      </Button>
      {!isSection && (
        <>
          <Button
            size="sm"
            variant="bare"
            disabled={isBusy}
            disabledReason={closed}
            onClick={() => void attempt(() => change({ pin: target.pin == null ? 1 : null }))}
          >
            {target.pin == null ? "Pin" : "Unpin"}
          </Button>
          <Button
            size="sm"
            variant="bare"
            disabled={isBusy}
            disabledReason={closed}
            onClick={() =>
              void attempt(async () => {
                await change({ hidden: true });
                showToast({ text: "Left out of the bible. The record keeps it." });
              })
            }
          >
            Leave out
          </Button>
        </>
      )}
      {target.entryId !== null && (
        <Button size="sm" variant="bare" disabled={isBusy} disabledReason={closed} onClick={() => void attempt(remove)}>
          {isSection ? "Remove words" : "As recorded"}
        </Button>
      )}
      {problem !== null && <AlertLine>{problem}</AlertLine>}
      {isWriting && <EntryWordsLate target={target} change={change} onClose={() => setWriting(false)} />}
    </div>
  );
}

/** Fields of a change that the studio sets. */
export interface EntryChange {
  readonly text?: string | null;
  readonly replaces?: string | null;
  readonly hidden?: boolean;
  readonly pin?: number | null;
  readonly shown_to?: "authors" | "everyone";
}

/** Returns what makes the change of a line, or changes it where there is one, and what takes it back. */
function useEntryChange({ key, entryId }: EntryTarget) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshBible();
  const find = async (): Promise<string | null> => {
    if (entryId !== null) return entryId;
    const { entries } = await client.storyBible.listEntries.query({ project_id, key, limit: 1 });
    return entries[0]?.id ?? null;
  };
  return {
    change: async (fields: EntryChange) => {
      const bible_entry_id = await find();
      if (bible_entry_id === null) await client.storyBible.createEntry.mutate({ project_id, key, ...fields });
      else await client.storyBible.updateEntry.mutate({ project_id, bible_entry_id, ...fields });
      await refresh();
    },
    remove: async () => {
      const bible_entry_id = await find();
      if (bible_entry_id !== null) await client.storyBible.deleteEntry.mutate({ project_id, bible_entry_id });
      await refresh();
    },
  };
}
