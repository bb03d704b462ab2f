import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Db } from "./database.ts";
import { loggableError } from "./database-errors.ts";
import { Deadline } from "./deadline.ts";
import { REQUEST_MS } from "./time-limits.ts";

/** Matters that processes tell one another of. */
const TOPICS = ["record", "presence", "jobs", "conversation"] as const;

/**
 * A notification to the other processes that a project has something new, with its sequence where one is known. Jobs belong to no
 * project: `-` stands for it. What is new in a conversation is told by the id of the conversation.
 */
export interface ProcessNotification {
  readonly topic: (typeof TOPICS)[number];
  readonly projectId: string;
  readonly seq: number;
}

const CHANNEL = "fabula_wake";
/** Calls of this long are sent together: at a thousand commits a second forty statements, not a thousand. */
const GATHER_MS = 25;
/** A notification carries less than 8,000 bytes; a call takes about fifty. */
const CALLS_AT_ONCE = 120;
const LISTEN_AGAIN_MS = 2_000;

interface Parts {
  /** Connection that notifications are sent on. Any will do, one through a pooler as well. */
  db: Db;
  /** Address for listening: a connection that no pooler shares. */
  listenUrl: string;
  log: { debug(fields: object, message: string): void };
}

/**
 * Notifies the other processes on this database that there is something new, so that they need not wait for their next poll.
 * Notifications are hints: one that is lost, late or wrong costs a second, never an event.
 *
 * They are sent after the commit they are about, in a statement of their own. Inside it, every committing transaction of the
 * whole server would wait in one line, because PostgreSQL queues notifications under a lock that it holds until the commit
 * has reached the disk.
 */
export class ProcessNotifications {
  readonly #parts: Parts;
  readonly #unsent = new Map<string, ProcessNotification>();
  readonly #hearers = new Set<(call: ProcessNotification) => void>();
  #sending: Promise<void> | null = null;
  #listener: postgres.Sql | null = null;
  #again: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sends a call soon. Never fails. */
  send(call: ProcessNotification): void {
    if (this.#isClosed) return;
    this.#unsent.set(`${call.topic} ${call.projectId}`, call);
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = null;
    });
  }

  /** Hears the calls of every process, this one's own included. The answer ends it. */
  hear(hearer: (call: ProcessNotification) => void): () => void {
    this.#hearers.add(hearer);
    this.#listen();
    return () => {
      this.#hearers.delete(hearer);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsent.clear();
    if (this.#again !== null) clearTimeout(this.#again);
    await this.#sending;
    await this.#listener?.end({ timeout: 0 }).catch(() => {});
  }

  async #flush(): Promise<void> {
    while (this.#unsent.size > 0 && !this.#isClosed) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const calls = [...this.#unsent.entries()].slice(0, CALLS_AT_ONCE);
      for (const [key] of calls) this.#unsent.delete(key);
      if (calls.length === 0) return;
      const payload = calls.map(([, { topic, projectId, seq }]) => `${topic} ${projectId} ${seq}`).join("\n");
      try {
        const notify = sql`SELECT pg_notify(${CHANNEL}, ${payload})`;
        await new Deadline(REQUEST_MS).run(() => this.#parts.db.execute(notify));
      } catch (error) {
        this.#parts.log.debug(
          { error: loggableError(error) },
          "other processes were not woken; they look by themselves",
        );
      }
    }
  }

  #listen(): void {
    if (this.#isClosed || this.#listener !== null) return;
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      fetch_types: false,
      prepare: false,
      onnotice: () => {},
      onnotify: (_channel: string, payload: string) => this.#heard(payload),
      onclose: () => this.#lost(listener),
      connection: { application_name: "fabula-listen" },
    };
    const listener: postgres.Sql = postgres(this.#parts.listenUrl, options);
    this.#listener = listener;
    listener.unsafe(`LISTEN ${CHANNEL}`).then(undefined, (error: unknown) => {
      this.#parts.log.debug({ error: loggableError(error) }, "other processes are not heard; this one looks by itself");
      this.#lost(listener);
    });
  }

  /** A connection that was lost hears nothing more: another one takes its place in a while. */
  #lost(lost: postgres.Sql): void {
    if (this.#listener !== lost) return;
    this.#listener = null;
    void lost.end({ timeout: 0 }).catch(() => {});
    if (this.#isClosed) return;
    this.#again = setTimeout(() => this.#listen(), LISTEN_AGAIN_MS);
    this.#again.unref();
  }

  #heard(payload: string): void {
    for (const line of payload.split("\n")) {
      const [said, projectId, seq] = line.split(" ");
      const topic = TOPICS.find((each) => each === said);
      if (topic === undefined || projectId === undefined) continue;
      for (const hearer of this.#hearers) hearer({ topic, projectId, seq: Number(seq) || 0 });
    }
  }
}
