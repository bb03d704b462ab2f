"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { failureOf } from "../../frame/api/failure.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { showToast } from "../../ui/toast.ts";
import { freeName, type ListedDialogue } from "./list-view.ts";

/** Something that was not done, as the list says it above its rows. */
export interface ActionFailure {
  readonly what: string;
  readonly error: unknown;
}

/** What can be done to dialogues from their list. What is deleted leaves the list at once, and Undo brings it back. */
export function useListActions(dialogues: readonly ListedDialogue[]) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const queries = useQueryClient();
  const api = useApi();
  const router = useRouter();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [isBusy, setBusy] = useState(false);

  const readAgain = () => queries.invalidateQueries({ queryKey: api.dialogues.list.pathKey() });

  async function attempt(what: string, act: () => Promise<void>): Promise<void> {
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure({ what, error });
    }
  }

  async function restore(ids: readonly string[]): Promise<void> {
    await attempt("Not everything could be brought back", async () => {
      for (const id of ids) {
        await client.record.restore.mutate({ project_id, subject_id: id });
        setGone((now) => new Set([...now].filter((each) => each !== id)));
      }
    });
    await readAgain();
  }

  return {
    gone,
    renamed,
    failure,
    isBusy,
    dismissFailure: () => setFailure(null),
    create: () =>
      attempt("The dialogue could not be made", async () => {
        setBusy(true);
        try {
          const made = await client.dialogues.create.mutate({ project_id, name: freeName(dialogues) });
          await readAgain();
          router.push(`/projects/${project_id}/dialogues/${made.id}`);
        } finally {
          setBusy(false);
        }
      }),
    duplicate: (dialogue: ListedDialogue) =>
      attempt("The dialogue could not be duplicated", async () => {
        const name = freeName(dialogues, `${dialogue.name.slice(0, 180)} (copy)`);
        const made = await client.dialogues.duplicate.mutate({ project_id, graph_id: dialogue.id, name });
        await readAgain();
        showToast({ text: `Duplicated as “${made.name}”`, undo: () => void remove([made.id]) });
      }),
    rename: (dialogue: ListedDialogue, name: string) =>
      attempt(`“${dialogue.name}” could not be renamed`, async () => {
        setRenamed((now) => new Map(now).set(dialogue.id, name));
        try {
          await client.dialogues.update.mutate({ project_id, graph_id: dialogue.id, name });
          await readAgain();
        } finally {
          setRenamed((now) => new Map([...now].filter(([id]) => id !== dialogue.id)));
        }
      }),
    remove: (ids: readonly string[]) => remove(ids, true),
  };

  async function remove(ids: readonly string[], isTold = false): Promise<void> {
    const done: string[] = [];
    setGone((now) => new Set([...now, ...ids]));
    await attempt("Not everything could be deleted", async () => {
      for (const id of ids) {
        // What somebody else deleted meanwhile is gone as wished.
        await client.dialogues.delete.mutate({ project_id, graph_id: id }).catch((error: unknown) => {
          if (failureOf(error).kind !== "missing") throw error;
        });
        done.push(id);
      }
    });
    const names = dialogues.filter(({ id }) => done.includes(id)).map(({ name }) => name);
    if (isTold && done.length > 0) {
      const text = done.length === 1 ? `Deleted “${names[0] ?? ""}”` : `Deleted ${done.length} dialogues`;
      showToast({ text, undo: () => void restore(done) });
    }
    await readAgain();
    setGone((now) => new Set([...now].filter((id) => done.includes(id) || !ids.includes(id))));
  }
}

export type ListActions = ReturnType<typeof useListActions>;
