import type { FeedHub } from "../record/feed-hub.ts";
import type { ProcessNotifications } from "../record/process-notifications.ts";
import type { LiveTimings, Streams } from "./streams.ts";

/** Where one window of somebody's browser is. */
export interface Present {
  client_id: string;
  user_id: string;
  name: string;
  /** The open dialogue. */
  graph_id: string | null;
  /** The card worked on. */
  node_id: string | null;
}

/** A look-out for who is in a project. */
export interface PresenceWatch {
  /** Who is there, when that differs from what this watch was told last; null otherwise. */
  news(): readonly Present[] | null;
  close(): void;
}

/** Who is where, as this process follows it. */
export interface PresenceBoard {
  /** Calls `wake` when {@link PresenceWatch.news} has some. */
  watch(projectId: string, wake: () => void): PresenceWatch;
  /** Somebody of this process came, moved or left. */
  announced(projectId: string): void;
  close(): void;
}

/** What is open to be told of changes. */
export interface Live {
  readonly feed: FeedHub;
  readonly presence: PresenceBoard;
  readonly streams: Streams;
  readonly timings: LiveTimings;
  /** What processes tell each other. */
  readonly calls: ProcessNotifications;
  /** Ends every stream and stops looking. */
  close(): Promise<void>;
}
