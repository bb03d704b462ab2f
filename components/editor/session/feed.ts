import type { StudioClient } from "../../frame/api/client.ts";
import type { LiveEvent } from "../live/live-message.ts";

/** Reads the events of one project after a sequence, and whether there are more. It may reject. */
export type Feed = (afterSeq: number) => Promise<{ readonly events: readonly LiveEvent[]; readonly hasMore: boolean }>;

const PAGE = 500;

/** The feed through the studio's own operations. */
export function studioFeed(client: StudioClient, projectId: string): Feed {
  return async (afterSeq) => {
    const input = { project_id: projectId, after_seq: afterSeq, limit: PAGE };
    const { events, has_more } = await client.record.events.query(input);
    return { events, hasMore: has_more };
  };
}
