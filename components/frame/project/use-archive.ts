"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { lookAgain } from "../api/look-again.ts";

interface Archiving {
  readonly id: string;
  /** New state of the project. */
  readonly archived: boolean;
}

/** Archives a project or takes it out of the archive, says so, and takes it back when asked to. */
export function useArchive() {
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id: project_id, archived }: Archiving) =>
      client.projects[archived ? "archive" : "unarchive"].mutate({ project_id }),
    onSuccess: async ({ name }, { id: project_id, archived }) => {
      await lookAgain(queries, api.projects.pathKey());
      if (!archived) showToast({ text: `“${name}” is out of the archive, and can be changed.` });
      else
        showToast({
          text: `“${name}” is archived. It waits below your projects.`,
          stays: LONG_TOAST_MS,
          undo: () =>
            void client.projects.unarchive
              .mutate({ project_id })
              .then(() => lookAgain(queries, api.projects.pathKey()))
              .catch(() => showToast({ text: `“${name}” is still archived: it waits below your projects.` })),
        });
    },
  });
}
