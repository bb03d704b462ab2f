import { isRefusal, type StudioClient } from "../../frame/api/client.ts";
import type { LiveEvent, LiveStatus, PresentPerson } from "./live-message.ts";
import { BROWSER, type Surroundings } from "./surroundings.ts";

/** A tab hidden for this long is told nothing any more; when it is looked at, it is told everything since. */
export const HIDDEN_MS = 30_000;
/** An attempt without a first message for this long has failed. */
export const PATIENCE_MS = 15_000;

export interface LiveOptions {
  readonly client: Pick<StudioClient, "record">;
  readonly projectId: string;
  /** The sequence that what is already here is true at. */
  readonly afterSeq: number;
  /** Receives all events in order, the caller's own included: whole commits, at most one call a frame. */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  /** Receives the complete list of people in the project, on change. */
  readonly onPresence?: (people: readonly PresentPerson[]) => void;
  readonly onStatus?: (status: LiveStatus) => void;
  readonly surroundings?: Surroundings;
}

/** A project being followed. */
export interface Live {
  /** The last sequence that was handed to `onEvents`. */
  seq(): number;
  /** Tries again now, such as after signing in. */
  retry(): void;
  close(): void;
}

/** One attempt to be connected, from its beginning to its end. */
interface Attempt {
  end(): void;
}

/**
 * Follows a project: events in the order of the record, without a hole and without a repetition, whatever the network does.
 * It keeps trying until it is closed, or until nobody is signed in.
 */
export function openLive(options: LiveOptions): Live {
  const { client, projectId, afterSeq, onEvents, onPresence, onStatus, surroundings: around = BROWSER } = options;
  const queue = new CommitQueue(afterSeq);
  let delivered = afterSeq;
  let people: readonly PresentPerson[] | null = null;
  let status: LiveStatus | null = null;
  let failures = 0;
  let attempt: Attempt | null = null;
  let isClosed = false;
  let cancelFrame: (() => void) | null = null;
  let cancelRetry: (() => void) | null = null;
  let cancelHiding: (() => void) | null = null;

  const become = (next: LiveStatus) => {
    if (status === next) return;
    status = next;
    onStatus?.(next);
  };

  const deliver = () => {
    cancelFrame = null;
    const events = queue.take();
    delivered = events.at(-1)?.seq ?? delivered;
    const present = people;
    people = null;
    if (events.length > 0) onEvents(events);
    if (present !== null) onPresence?.(present);
  };
  const deliverSoon = () => {
    cancelFrame ??= around.nextFrame(deliver);
  };

  const disconnect = () => {
    cancelRetry?.();
    cancelRetry = null;
    attempt?.end();
    attempt = null;
  };

  const failed = (wasAnswered = false) => {
    disconnect();
    // The first cut is usually mended at once, and who is answered is not offline.
    become(failures === 0 || wasAnswered ? "connecting" : "offline");
    cancelRetry = around.after(backoff(failures, around.random), connect);
    failures += 1;
  };

  const refused = (httpStatus: number | undefined) => {
    if (httpStatus !== 401) {
      failed(httpStatus !== undefined);
      return;
    }
    disconnect();
    become("signed-out");
  };

  function connect(): void {
    disconnect();
    if (isClosed) return;
    if (failures === 0 && status !== "signed-out") become("connecting");
    let isOver = false;
    const cancelPatience = around.after(PATIENCE_MS, () => once(() => failed()));
    const once = (what: () => void) => {
      if (isOver) return;
      isOver = true;
      cancelPatience();
      what();
    };
    const subscription = client.record.stream.subscribe(
      { project_id: projectId, after_seq: queue.received },
      {
        onData: (value) => {
          if (isOver) return;
          const message = "type" in value ? value : value.data;
          switch (message.type) {
            case "ready":
              cancelPatience();
              failures = 0;
              become("connected");
              break;
            case "event":
              if (queue.add(message.data)) deliverSoon();
              else once(() => failed(true));
              break;
            case "presence":
              people = message.data.people;
              deliverSoon();
              break;
            case "end":
              once(() => (message.data.code === "unauthorized" ? refused(401) : failed(true)));
              break;
          }
        },
        // The link would try again by itself, every few seconds for ever; here the waiting grows, and is not in step.
        onConnectionStateChange: ({ state, error }) => {
          if (state === "connecting" && error !== null) once(() => refused(statusOf(error)));
        },
        onError: (error) => once(() => refused(statusOf(error))),
        onComplete: () => once(() => failed(true)),
      },
    );
    attempt = {
      end: () => {
        isOver = true;
        cancelPatience();
        subscription.unsubscribe();
      },
    };
    // It may have failed while it was being opened.
    if (isOver) attempt.end();
  }

  const retry = () => {
    if (isClosed || (attempt !== null && status === "connected")) return;
    failures = 0;
    connect();
  };

  const rest = () => {
    disconnect();
    if (status === "connected") become("connecting");
  };
  const look = () => {
    cancelHiding?.();
    cancelHiding = null;
    if (around.isHidden()) cancelHiding = around.after(HIDDEN_MS, rest);
    else if (attempt === null) retry();
  };
  const stopLooking = around.onVisibility(look);
  const stopListening = around.onOnline(retry);
  connect();
  look();

  return {
    seq: () => delivered,
    retry,
    close: () => {
      isClosed = true;
      disconnect();
      cancelFrame?.();
      cancelHiding?.();
      stopLooking();
      stopListening();
    },
  };
}

function statusOf(error: unknown): number | undefined {
  return isRefusal(error) ? error.data?.httpStatus : undefined;
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Milliseconds until the next attempt: the limit doubles with each failure in a row, up to 30 s. Half of the wait is chance,
 * so that the tabs of a whole team do not reconnect in the same moment.
 */
function backoff(failures: number, random: () => number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return most / 2 + (random() * most) / 2;
}

/**
 * Queue holds events that arrived and were not handed on. They leave by whole commits: nobody sees half of what was done at
 * once.
 */
class CommitQueue {
  #events: LiveEvent[] = [];
  #received: number;

  /** Starts after this sequence. */
  constructor(received: number) {
    this.#received = received;
  }

  /** The last sequence that arrived: where the stream is taken up again. */
  get received(): number {
    return this.#received;
  }

  /** Takes an event in. False when one before it is missing; one that came already is not taken twice. */
  add(event: LiveEvent): boolean {
    if (event.seq <= this.#received) return true;
    if (event.seq !== this.#received + 1) return false;
    this.#received = event.seq;
    this.#events.push(event);
    return true;
  }

  /** The commits that are whole, removed. */
  take(): LiveEvent[] {
    const last = this.#events.findLastIndex((event) => event.seq === event.commit_seq);
    return this.#events.splice(0, last + 1);
  }
}
