"use client";

import { useEffect, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { StudioClient } from "../../frame/api/client.ts";
import { BROWSER, type Surroundings } from "./surroundings.ts";

/** Dialogue and node that this window shows. */
interface ViewPosition {
  readonly graphId: string | null;
  readonly nodeId: string | null;
}

const AGAIN_MS = 10_000;
/** Walking over nodes with the keys says where one stopped, not every node on the way. */
const SETTLED_MS = 400;

/** Announcer tells the server where this window is: 0.4 s after it moved, and every 10 s while the page is visible. */
interface Announcer {
  move(place: ViewPosition): void;
  close(): void;
}

/** Announcer starts. Nothing waits for an answer: an announcement that is lost is made again. */
export function createAnnouncer(options: {
  client: Pick<StudioClient, "presence">;
  projectId: string;
  clientId: string;
  surroundings: Surroundings;
}): Announcer {
  const { client, projectId, clientId, surroundings: around } = options;
  let place: ViewPosition | null = null;
  let cancel: (() => void) | null = null;
  let sending: AbortController | null = null;

  const say = () => {
    cancel = null;
    if (place === null || around.isHidden()) return;
    // An older announcement that is still on its way is out of date.
    sending?.abort();
    sending = new AbortController();
    const input = { project_id: projectId, client_id: clientId, graph_id: place.graphId, node_id: place.nodeId };
    client.presence.announce.mutate(input, { signal: sending.signal }).catch(() => {});
    cancel = around.after(AGAIN_MS, say);
  };
  const soon = () => {
    cancel?.();
    cancel = around.after(SETTLED_MS, say);
  };
  const stopLooking = around.onVisibility(() => {
    if (!around.isHidden() && place !== null) soon();
  });
  return {
    move: (next) => {
      if (place !== null && place.graphId === next.graphId && place.nodeId === next.nodeId) return;
      place = next;
      soon();
    },
    close: () => {
      cancel?.();
      sending?.abort();
      stopLooking();
      place = null;
    },
  };
}

/** Window is announced to the others for as long as the component is mounted; a null place announces nothing. */
export function useAnnounce({
  projectId,
  clientId,
  place,
}: {
  projectId: string;
  /** The name of this window, the same that its gestures carry. */
  clientId: string;
  place: ViewPosition | null;
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
