import { Board as ConversationBoard } from "../features/conversations/public.ts";
import { Board } from "../features/presence/public.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { Log, Services } from "../operation/context.ts";
import type { Live } from "../operation/live.ts";
import { type LiveTimings, Streams } from "../operation/streams.ts";
import type { Database } from "../record/database.ts";
import { FeedHub } from "../record/feed-hub.ts";
import { ProcessNotifications } from "../record/process-notifications.ts";
import { streamRights } from "./stream-rights.ts";

/** A revoked key ends its streams within a second. */
const TIMINGS: LiveTimings = { pollMs: 1_000, recheckMs: 500, stallMs: 30_000, heartbeatMs: 15_000 };

/** Puts together what tells of changes. Nothing is asked of the database before somebody follows a project. */
export function createLive(parts: {
  database: Database;
  log: Log;
  playerKeys: Services["playerKeys"];
  /** A connection that no pooler shares. */
  listenUrl: string;
  timings?: Partial<LiveTimings>;
  clock?: Clock;
}): Live {
  const { database, log, playerKeys, listenUrl, clock = systemClock } = parts;
  const timings = { ...TIMINGS, ...parts.timings };
  const calls = new ProcessNotifications({ db: database.reads, listenUrl, log });
  const streams = new Streams(timings, streamRights({ db: database.reads, clock }));
  const presence = new Board({ db: database.reads, calls, log, pollMs: timings.pollMs * 2 });
  const conversations = new ConversationBoard({ db: database.reads, playerKeys, calls, log, pollMs: timings.pollMs });
  return {
    conversations,
    feed: new FeedHub({ db: database.reads, calls, log, pollMs: timings.pollMs }),
    presence,
    streams,
    timings,
    calls,
    close: async () => {
      streams.drain();
      presence.close();
      conversations.close();
      await calls.close();
    },
  };
}
