import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useRefreshBible } from "./bible-queries.ts";

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

/** Fields of a change that the studio sets. */
export interface EntryChange {
  readonly text?: string | null;
  readonly replaces?: string | null;
  readonly hidden?: boolean;
  readonly pin?: number | null;
  readonly shown_to?: "authors" | "everyone";
}

/** Returns what makes the change of a line, or changes it where there is one, and what takes it back. */
export function useEntryChange({ key, entryId }: EntryTarget) {
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
