"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useChange } from "../api/use-change.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useProjectId } from "./project-provider.tsx";

export type Checkpoint = Outputs["checkpoints"]["list"]["checkpoints"][number];

/** The most a list answers at once. */
const ALL = 500;

/** The project's named moments, newest first, and what can be done with them. */
export function useCheckpoints() {
  const project_id = useProjectId();
  const api = useApi();
  return {
    list: useQuery(api.checkpoints.list.queryOptions({ project_id, limit: ALL, sort_by: "seq", sort_order: "desc" })),
    ...useCheckpointChanges(),
  };
}

/** Returns the mutations of named moments. */
export function useCheckpointChanges() {
  const api = useApi();
  const readAgain = useRefresh((api) => [api.checkpoints.pathKey()]);
  const refresh = { onSuccess: readAgain };
  return {
    create: useChange(api.checkpoints.create.mutationOptions(refresh)),
    rename: useChange(api.checkpoints.update.mutationOptions(refresh)),
    release: useChange(api.checkpoints.release.mutationOptions(refresh)),
    unrelease: useChange(api.checkpoints.unrelease.mutationOptions(refresh)),
    remove: useChange(api.checkpoints.delete.mutationOptions(refresh)),
    restore: useChange(api.checkpoints.restore.mutationOptions(refresh)),
  };
}
