import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Columns, type Db, textArray } from "./database.ts";
import { loggableError } from "./database-errors.ts";
import { Deadline } from "./deadline.ts";
import type { RecordedEvent } from "./event.ts";
import { readEvents } from "./feed.ts";
import type { ProcessNotifications } from "./process-notifications.ts";
import { RecentEvents } from "./recent-events.ts";
import { REQUEST_MS } from "./time-limits.ts";
import { Turns } from "./turns.ts";

/** Events a follower is given at once: what one may hold in memory. */
const PAGE = 200;
/** Reads of the past under way at once, so that a thousand tabs that come back leave connections to everyone else. */
const CATCH_UPS = 4;
/**
 * Pause of the next read per follower: a thousand followers that receive fifty commits a second one by one keep a
 * processor busy with writing alone. Commits of the pause are sent together.
 */
const REST_FOR_ONE_MS = 0.025;
const LONGEST_REST_MS = 100;

interface Channel {
  readonly recent: RecentEvents;
  readonly wakes: Set<() => void>;
  /** Last sequence known to exist. */
  head: number;
  /** The one read of what is new, shared by everyone who waits for it. */
  reading: Promise<void> | null;
  /** Time before which the next read may not begin, on the clock of the process. */
  restsUntil: number;
}

/** One reader's place in a project's record. */
export interface Follower {
  /** The sequence up to which events were handed out. */
  readonly position: number;
  /**
   * The next events in order, without a hole, the same list for all at one place; empty when there are none yet: `wake` is
   * called when there are.
   */
  page(): readonly RecordedEvent[] | Promise<readonly RecordedEvent[]>;
  close(): void;
}

interface Parts {
  db: Db;
  calls: ProcessNotifications;
  log: { warn(fields: object, message: string): void };
  /** Interval at which the heads of followed projects are polled, with or without notifications. */
  pollMs: number;
}

/**
 * Follows the records of projects for every stream of this process. A new range of events is read once and handed to all who
 * wait for it; followers hold nothing but their place, so a slow one costs no memory and misses nothing.
 *
 * Commits of this process wake it at once, those of others by {@link ProcessNotifications}, and a look at the heads of all followed
 * projects, one statement however many, finds whatever was not heard.
 */
export class FeedHub {
  readonly #parts: Parts;
  readonly #channels = new Map<string, Channel>();
  readonly #watchers = new Set<(projectId: string) => void>();
  readonly #catchUps = new Turns(CATCH_UPS);
  #poll: NodeJS.Timeout | null = null;
  #deafen: (() => void) | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Projects that somebody follows. */
  get size(): number {
    return this.#channels.size;
  }

  /** Starts after `position`, in a record known to reach `head`. */
  follow(projectId: string, position: number, head: number, wake: () => void): Follower {
    const channel = this.#open(projectId, head);
    channel.wakes.add(wake);
    this.#reached(projectId, channel, head);
    const follower = {
      position,
      page: () => this.#page(projectId, channel, follower),
      close: () => {
        channel.wakes.delete(wake);
        if (channel.wakes.size === 0 && this.#channels.get(projectId) === channel) this.#channels.delete(projectId);
        if (this.#channels.size === 0) this.#rest();
      },
    };
    return follower;
  }

  /**
   * Calls `watcher` with every project whose record has grown, whichever process wrote. A call may be lost: who must miss nothing
   * looks now and then. The answer ends it.
   */
  watch(watcher: (projectId: string) => void): () => void {
    this.#watchers.add(watcher);
    const deafen = this.#parts.calls.hear(({ topic, projectId }) => {
      if (topic === "record") watcher(projectId);
    });
    return () => {
      this.#watchers.delete(watcher);
      deafen();
    };
  }

  /** A commit of this process: followers here are woken now, other processes soon. */
  committed(projectId: string, seq: number): void {
    const channel = this.#channels.get(projectId);
    if (channel !== undefined) this.#reached(projectId, channel, seq);
    for (const watcher of this.#watchers) watcher(projectId);
    this.#parts.calls.send({ topic: "record", projectId, seq });
  }

  #open(projectId: string, head: number): Channel {
    let channel = this.#channels.get(projectId);
    if (channel === undefined) {
      channel = { recent: new RecentEvents(head), wakes: new Set(), head, reading: null, restsUntil: 0 };
      this.#channels.set(projectId, channel);
    }
    this.#deafen ??= this.#parts.calls.hear(({ topic, projectId: id, seq }) => {
      const told = topic === "record" ? this.#channels.get(id) : undefined;
      if (told !== undefined) this.#reached(id, told, seq);
    });
    this.#poll ??= setInterval(() => void this.#look(), this.#parts.pollMs).unref();
    return channel;
  }

  #rest(): void {
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
    this.#deafen?.();
    this.#deafen = null;
  }

  #reached(projectId: string, channel: Channel, seq: number): void {
    if (seq <= channel.head) return;
    channel.head = seq;
    // Nobody is woken before there is something to take. A failure is left to those who are woken: they read again.
    this.#readAll(projectId, channel).catch(() => {});
  }

  async #readAll(projectId: string, channel: Channel): Promise<void> {
    while (channel.head > channel.recent.end && channel.wakes.size > 0) await this.#read(projectId, channel);
  }

  #read(projectId: string, channel: Channel): Promise<void> {
    channel.reading ??= this.#inTime(() => this.#readNew(projectId, channel)).finally(() => {
      channel.reading = null;
      for (const wake of channel.wakes) wake();
    });
    return channel.reading;
  }

  async #look(): Promise<void> {
    try {
      const ids = textArray([...this.#channels.keys()]);
      const rows = await this.#inTime(() =>
        this.#parts.db.execute<Columns<"project_heads", "project_id" | "last_seq">>(
          sql`SELECT project_id, last_seq FROM project_heads WHERE project_id = ANY(${ids})`,
        ),
      );
      for (const { project_id: id, last_seq: seq } of rows) {
        const channel = this.#channels.get(id);
        if (channel !== undefined) this.#reached(id, channel, seq);
      }
    } catch (error) {
      this.#parts.log.warn({ error: loggableError(error) }, "the heads of followed projects could not be read");
    }
  }

  #page(
    projectId: string,
    channel: Channel,
    follower: { position: number },
  ): readonly RecordedEvent[] | Promise<readonly RecordedEvent[]> {
    const { position } = follower;
    if (position >= channel.head) return [];
    const known = channel.recent.after(position, PAGE);
    if (known.length === 0) return this.#missing(projectId, channel, follower);
    follower.position = known.at(-1)?.seq ?? position;
    return known;
  }

  /** Reads what is not known yet, or not any more. */
  async #missing(
    projectId: string,
    channel: Channel,
    follower: { position: number },
  ): Promise<readonly RecordedEvent[]> {
    const { position } = follower;
    if (position >= channel.recent.end) {
      await this.#read(projectId, channel);
      return this.#page(projectId, channel, follower);
    }
    const events = await this.#catchUp(projectId, channel, position);
    follower.position = events.at(-1)?.seq ?? position;
    return events;
  }

  /** Ends a read that hangs: others wait for it, and it has a deadline that is none of theirs. */
  #inTime<T>(read: () => Promise<T>): Promise<T> {
    return new Deadline(REQUEST_MS).run(read);
  }

  async #readNew(projectId: string, channel: Channel): Promise<void> {
    const rest = channel.restsUntil - performance.now();
    if (rest > 0) await sleep(rest, undefined, { ref: false });
    const events = await readEvents(this.#parts.db, projectId, { afterSeq: channel.recent.end }, { limit: PAGE });
    // A call told of more than there is: what is not there yet is heard of again.
    if (events.length === 0) channel.head = channel.recent.end;
    channel.restsUntil = performance.now() + Math.min(channel.wakes.size * REST_FOR_ONE_MS, LONGEST_REST_MS);
    channel.recent.add(events);
    channel.head = Math.max(channel.head, channel.recent.end);
  }

  #catchUp(projectId: string, channel: Channel, position: number): Promise<RecordedEvent[]> {
    return this.#catchUps.take(async () => {
      const events = await this.#inTime(() =>
        readEvents(this.#parts.db, projectId, { afterSeq: position }, { limit: PAGE }),
      );
      this.#reached(projectId, channel, events.at(-1)?.seq ?? 0);
      return events;
    });
  }
}
