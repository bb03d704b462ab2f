"use client";

import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { useChange } from "../api/use-change.ts";
import { useRefresh } from "../api/use-refresh.ts";

interface Archiving {
  readonly id: string;
  /** New state of the project. */
  readonly archived: boolean;
}

/** Archives a project or takes it out of the archive, says so, and takes it back when asked to. */
export function useArchive() {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  return useChange({
    mutationFn: ({ id: project_id, archived }: Archiving) =>
      client.projects[archived ? "archive" : "unarchive"].mutate({ project_id }),
    onSuccess: async ({ name }, { id: project_id, archived }) => {
      await readAgain();
      if (!archived) showToast({ text: `“${name}” is unarchived and can be edited.` });
      else
        showToast({
          text: `“${name}” is archived. Find it below your projects.`,
          stays: LONG_TOAST_MS,
          undo: () =>
            void client.projects.unarchive
              .mutate({ project_id })
              .then(readAgain)
              .catch(() => showToast({ text: `“${name}” is still archived.` })),
        });
    },
  });
}
