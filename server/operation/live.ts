import type { Mode } from "../kernel/scope.ts";
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

/** Message of a stream, or a piece of one that is kept nowhere. */
export interface LiveMessage {
  readonly type: string;
  readonly data: object;
}

/** A conversation that streams follow, and its project. */
export interface FollowedConversation {
  readonly projectId: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  readonly conversationId: string;
}

/** Place of a follower in a conversation. */
export interface WatchedConversation {
  /** Place of the participant who follows; null for whoever runs the game. */
  readonly place: number | null;
  /** Number after which it goes on. */
  readonly after: number;
}

/** A look-out for what is said in a conversation. */
export interface ConversationWatch {
  /** Returns the next messages, the same list to all whom they are for; none while there are none, null once it may be followed no more. */
  next(): Promise<readonly LiveMessage[] | null>;
  close(): void;
}

/** Board of the conversations that are followed in this process. */
export interface ConversationBoard {
  /** Calls `wake` when {@link ConversationWatch.next} has some. */
  follow(of: FollowedConversation, watched: WatchedConversation, wake: () => void): ConversationWatch;
  /** Called when something was added to a conversation by this process. */
  added(of: Pick<FollowedConversation, "projectId" | "conversationId">): void;
  /** Tells followers at places in this process of what is kept nowhere. Whoever runs the game is told as well. */
  tell(
    of: Pick<FollowedConversation, "projectId" | "conversationId">,
    places: readonly number[],
    messages: readonly LiveMessage[],
  ): void;
  /** Number of conversations that are followed. */
  readonly size: number;
  close(): void;
}

/** Followers of changes in this process. */
export interface Live {
  readonly feed: FeedHub;
  readonly presence: PresenceBoard;
  readonly conversations: ConversationBoard;
  readonly streams: Streams;
  readonly timings: LiveTimings;
  /** Notifications between processes. */
  readonly calls: ProcessNotifications;
  /** Ends every stream and stops looking. */
  close(): Promise<void>;
}
