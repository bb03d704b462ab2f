import type { FeedHub } from "../record/feed-hub.ts";
import type { ProcessNotifications } from "../record/process-notifications.ts";
import type { LiveTimings, Streams } from "./streams.ts";

/** Location of one browser window of a person. */
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
  /** Returns the people present, when that differs from the last call; null otherwise. */
  news(): readonly Present[] | null;
  close(): void;
}

/** Board of the people present, as this process follows it. */
export interface PresenceBoard {
  /** Calls `wake` when {@link PresenceWatch.news} has some. */
  watch(projectId: string, wake: () => void): PresenceWatch;
  /** Called when somebody of this process came, moved or left. */
  announced(projectId: string): void;
  close(): void;
}

/** Followers of changes in this process. */
export interface Live {
  readonly feed: FeedHub;
  readonly presence: PresenceBoard;
  readonly streams: Streams;
  readonly timings: LiveTimings;
  /** Notifications between processes. */
  readonly calls: ProcessNotifications;
  /** Ends every stream and stops looking. */
  close(): Promise<void>;
}
