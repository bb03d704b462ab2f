"use client";

import { useQuery } from "@tanstack/react-query";
import { sayMoment } from "../../ui/local-time.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useCheckpoints } from "../project/use-checkpoints.ts";

/** The moment that the address asks to restore, with how it is said; null where nothing is asked, or not yet known. */
export function useAskedMoment(): { readonly seq: number; readonly words: string } | null {
  const { restoring } = useMoment();
  const project_id = useProjectId();
  const api = useApi();
  const named = useCheckpoints().list.data?.checkpoints.find(({ seq }) => seq === restoring);
  const { data } = useQuery({
    ...api.record.events.queryOptions({ project_id, after_seq: Math.max(0, (restoring ?? 1) - 1), limit: 1 }),
    enabled: restoring !== null,
    // What is recorded never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (restoring === null) return null;
  if (named !== undefined) return { seq: restoring, words: `“${named.name}”` };
  const event = data?.events[0];
  return event === undefined ? null : { seq: restoring, words: sayMoment(new Date(event.recorded_at), new Date()) };
}
