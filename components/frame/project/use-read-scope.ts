"use client";

import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { ReadScope } from "../api/read-scope.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

/** Returns the project and the moment that the reads of the open page are asked for. */
export function useReadScope(): ReadScope {
  return { api: useApi(), client: useStudioClient(), project_id: useProjectId(), reading: useMoment().reading };
}
