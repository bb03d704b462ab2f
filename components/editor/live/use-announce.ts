"use client";

import { useEffect, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { type Announcer, createAnnouncer, type Place } from "./announcer.ts";
import { BROWSER } from "./surroundings.ts";

/** Lets the others know where this window is, for as long as it is shown. Null says nothing. */
export function useAnnounce({
  projectId,
  clientId,
  place,
}: {
  projectId: string;
  /** The name of this window, the same that its gestures carry. */
  clientId: string;
  place: Place | null;
}): void {
  const client = useStudioClient();
  const [announcer, setAnnouncer] = useState<Announcer | null>(null);
  useEffect(() => {
    const made = createAnnouncer({ client, projectId, clientId, surroundings: BROWSER });
    setAnnouncer(made);
    return () => made.close();
  }, [client, projectId, clientId]);
  const isSaid = place !== null;
  const graphId = place?.graphId ?? null;
  const nodeId = place?.nodeId ?? null;
  useEffect(() => {
    if (isSaid) announcer?.move({ graphId, nodeId });
  }, [announcer, isSaid, graphId, nodeId]);
}
