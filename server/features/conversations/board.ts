import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Services } from "../../operation/context.ts";
import type {
  ConversationBoard,
  ConversationWatch,
  FollowedConversation,
  LiveMessage,
  WatchedConversation,
} from "../../operation/live.ts";
import { type Db, textArray } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { Deadline } from "../../record/deadline.ts";
import type { ProcessNotifications } from "../../record/process-notifications.ts";
import { REQUEST_MS } from "../../record/time-limits.ts";
import { Turns } from "../../record/turns.ts";
import { heardBy, toEntry, toStreamMessage } from "./entries.ts";
import type { ConversationPlace } from "./head.ts";
import { mayRead, type Participants, readParticipants } from "./participants.ts";
import { readEntries, showingOf } from "./read-entries.ts";

/** Entries read at once. */
const PAGE = 200;
/** Entries that a stream tells again; whoever is further behind reads them as a list. */
const MOST_MISSED = 1_000;
/** Lists that wait for one stream; whoever takes none reads what comes later by itself. */
const MOST_WAITING = 50;
/** Reads of what was missed under way at once, so that streams that come back leave connections to everyone else. */
const CATCH_UPS = 4;
/** Pause of the next read per follower, during which messages are gathered, and the longest. */
const REST_FOR_ONE_MS = 0.025;
const LONGEST_REST_MS = 100;

interface Parts {
  readonly db: Db;
  readonly playerKeys: Services["playerKeys"];
  readonly calls: ProcessNotifications;
  readonly log: { warn(fields: object, message: string): void };
  /** Interval at which followed conversations are looked at, with or without notifications. */
  readonly pollMs: number;
}

interface Channel {
  readonly of: FollowedConversation;
  readonly watches: Set<Watch>;
  /** Number up to which entries were read for all; null while nobody has caught up. */
  end: number | null;
  /** Whether there may be more. */
  isDue: boolean;
  reading: Promise<void> | null;
  /** Participants, who are read again when one is changed or unknown. */
  participants: Participants | null;
  restsUntil: number;
}

/**
 * Keeps the streams of conversations in this process told. New entries of a conversation are read once for all who follow it here, and the
 * statement says whom each is for; whoever comes or lags behind reads their own by themselves until they have caught up.
 */
export class Board implements ConversationBoard {
  readonly #parts: Parts;
  /** Followed conversations by project and id: two projects may each have one of the same id. */
  readonly #channels = new Map<string, Channel>();
  readonly #catchUps = new Turns(CATCH_UPS);
  #poll: NodeJS.Timeout | null = null;
  #deafen: (() => void) | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Conversations that somebody follows. */
  get size(): number {
    return this.#channels.size;
  }

  follow(of: FollowedConversation, { place, after }: WatchedConversation, wake: () => void): ConversationWatch {
    const channel = this.#open(of);
    const watch = new Watch(place, after, wake, {
      catchUp: () => this.#catchUp(channel, watch),
      close: () => {
        channel.watches.delete(watch);
        if (channel.watches.size > 0 || this.#channels.get(keyOf(of)) !== channel) return;
        this.#channels.delete(keyOf(of));
        if (this.#channels.size === 0) this.close();
      },
    });
    channel.watches.add(watch);
    return watch;
  }

  added(place: ConversationPlace): void {
    const channel = this.#channels.get(keyOf(place));
    if (channel !== undefined) this.#grown(channel);
    this.#parts.calls.send({ topic: "conversation", projectId: place.conversationId, seq: 0 });
  }

  tell(place: ConversationPlace, places: readonly number[], messages: readonly LiveMessage[]): void {
    for (const watch of this.#channels.get(keyOf(place))?.watches ?? []) {
      if (watch.place === null || places.includes(watch.place)) watch.piece(messages);
    }
  }

  close(): void {
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
    this.#deafen?.();
    this.#deafen = null;
  }

  #open(of: FollowedConversation): Channel {
    let channel = this.#channels.get(keyOf(of));
    if (channel === undefined) {
      channel = {
        of,
        watches: new Set(),
        end: null,
        isDue: false,
        reading: null,
        participants: null,
        restsUntil: 0,
      };
      this.#channels.set(keyOf(of), channel);
    }
    this.#deafen ??= this.#parts.calls.hear(({ topic, projectId: id }) => {
      if (topic !== "conversation") return;
      // A call names no project. Where two have a conversation of this id, one looks for nothing.
      for (const channel of this.#channels.values()) if (channel.of.conversationId === id) this.#grown(channel);
    });
    this.#poll ??= setInterval(() => void this.#look(), this.#parts.pollMs).unref();
    return channel;
  }

  /** Reads what was added, if nobody does; whoever reads looks again then. */
  #grown(channel: Channel): void {
    channel.isDue = true;
    channel.reading ??= this.#readAll(channel).finally(() => {
      channel.reading = null;
    });
  }

  async #readAll(channel: Channel): Promise<void> {
    try {
      while (channel.isDue && channel.end !== null) {
        channel.isDue = false;
        const rest = channel.restsUntil - performance.now();
        if (rest > 0) await sleep(rest, undefined, { ref: false });
        const { end } = channel;
        await new Deadline(REQUEST_MS).run(() => this.#readNew(channel, end));
        channel.restsUntil = performance.now() + Math.min(channel.watches.size * REST_FOR_ONE_MS, LONGEST_REST_MS);
      }
    } catch (error) {
      this.#parts.log.warn({ error: loggableError(error) }, "a followed conversation could not be read");
      // What was not read is each follower's to read, and to fail by.
      for (const watch of channel.watches) watch.lag();
    }
  }

  async #readNew(channel: Channel, end: number): Promise<void> {
    const { db } = this.#parts;
    const { projectId, conversationId } = channel.of;
    const asked = [...channel.watches].filter((watch) => watch.isLive);
    const places = [...new Set(asked.flatMap(({ place }) => place ?? []))];
    const rows = await db.execute<Record<string, unknown> & { seen_by: number[] | null }>(
      sql`SELECT e.*, (SELECT array_agg(p.place) FROM conversation_participants p
            WHERE p.project_id = e.project_id AND p.conversation_id = e.conversation_id AND ${mayRead}
              AND p.place = ANY(${sql.param(places.map(String))}::int[]) AND p.place = ANY(e.audience)) AS seen_by
          FROM conversation_entries e WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId}
            AND e.number > ${end} ORDER BY e.number LIMIT ${PAGE}`,
    );
    const read = rows.map(({ seen_by: seenBy, ...row }) => ({ entry: toEntry(row), seenBy: new Set(seenBy ?? []) }));
    const entries = read.map(({ entry }) => entry);
    const last = entries.at(-1)?.number;
    if (last === undefined) return;
    const moved = entries.flatMap((entry) => (entry.kind === "participant" ? [entry.data.place] : []));
    const isKnown = (place: number) => channel.participants?.at(place) != null;
    if (moved.length > 0 || !entries.every(({ audience }) => audience.every(isKnown))) channel.participants = null;
    channel.participants ??= await readParticipants(db, channel.of);
    const showing = await showingOf(
      { services: this.#parts, db, project: { ...channel.of, id: projectId } },
      channel.of,
      entries,
      false,
      channel.participants,
    );
    const forms = [true, false].map((toHost) => entries.map((entry) => toStreamMessage({ ...showing, toHost }, entry)));
    const [toHost = [], toParticipants = []] = forms;
    channel.end = last;
    if (rows.length === PAGE) channel.isDue = true;
    // What is for the same followers is one list, whose bytes are made once.
    const lists = new Map<string, readonly LiveMessage[]>();
    for (const watch of asked) {
      if (!watch.isLive) continue;
      const { place } = watch;
      const shown = place === null ? toHost : toParticipants;
      const seen = read.flatMap(({ entry, seenBy }, index) =>
        entry.number > watch.queued && (place === null || seenBy.has(place)) ? [index] : [],
      );
      const key = `${place === null} ${seen.join()}`;
      const list = lists.get(key) ?? seen.flatMap((index) => shown[index] ?? []);
      lists.set(key, list);
      watch.add(list, last);
    }
    // Whoever caught up meanwhile was not asked for.
    const told = new Set(asked);
    for (const watch of channel.watches) if (watch.isLive && !told.has(watch)) watch.lag();
    if (moved.length > 0) for (const watch of channel.watches) this.#requireReader(channel, watch, moved);
  }

  /** Ends the stream of a participant who was sent away. */
  #requireReader({ participants }: Channel, watch: Watch, moved: readonly number[]): void {
    if (watch.place === null || !moved.includes(watch.place)) return;
    const state = participants?.at(watch.place)?.state;
    if (state !== "joined" && state !== "left") watch.end();
  }

  /** Reads what one follower missed; a follower who has caught up with the channel is told with the others from then on. */
  #catchUp(channel: Channel, watch: Watch): Promise<readonly LiveMessage[]> {
    return this.#catchUps.take(() => new Deadline(REQUEST_MS).run(() => this.#readMissed(channel, watch)));
  }

  async #readMissed(channel: Channel, watch: Watch): Promise<readonly LiveMessage[]> {
    const { db } = this.#parts;
    const { projectId, conversationId } = channel.of;
    const { place } = watch;
    const [head] = await db.execute<{ last: number | null; reads: boolean }>(
      sql`SELECT (SELECT last_number FROM conversation_heads h WHERE h.project_id = ${projectId} AND h.conversation_id = ${conversationId}) AS last,
          (${place}::int IS NULL OR EXISTS (SELECT FROM conversation_participants p WHERE p.project_id = ${projectId}
            AND p.conversation_id = ${conversationId} AND p.place = ${place}::int AND ${mayRead})) AS reads`,
    );
    if (head === undefined || !head.reads) {
      watch.end();
      return [];
    }
    const last = Number(head.last ?? 0);
    const from = watch.queued;
    const isUnknown = from > last;
    if (isUnknown || last - from > MOST_MISSED) {
      watch.reached(last);
      this.#join(channel, watch);
      const snapshot = `/v1/projects/${projectId}/conversations/${conversationId}/messages?after_number=${isUnknown ? 0 : from}`;
      return [{ type: "reset", data: { number: last, reason: isUnknown ? "unknown" : "too_far", snapshot } }];
    }
    const entries = await readEntries(db, channel.of, { after: from, limit: PAGE, where: heardBy(place) });
    const showing = await showingOf(
      { services: this.#parts, db, project: { ...channel.of, id: projectId } },
      channel.of,
      entries,
      place === null,
    );
    const messages = entries.map((entry) => toStreamMessage(showing, entry));
    const end = entries.at(-1)?.number ?? 0;
    watch.reached(entries.length === PAGE ? end : Math.max(last, end));
    if (entries.length < PAGE) this.#join(channel, watch);
    return messages;
  }

  /** Lets a follower be told with the others, unless they are further by now. */
  #join(channel: Channel, watch: Watch): void {
    if (channel.end !== null && channel.end > watch.queued) return;
    watch.isLive = true;
    channel.end ??= watch.queued;
    // What was added since it read is known to nobody who was told by then.
    this.#grown(channel);
  }

  /** Finds what no notification told of, and conversations that are gone. */
  async #look(): Promise<void> {
    try {
      const ids = textArray([...this.#channels.values()].map(({ of }) => of.conversationId));
      const projects = textArray([...new Set([...this.#channels.values()].map(({ of }) => of.projectId))]);
      const rows = await new Deadline(REQUEST_MS).run(() =>
        this.#parts.db.execute<{ project_id: string; conversation_id: string; last_number: number }>(
          sql`SELECT project_id, conversation_id, last_number FROM conversation_heads
              WHERE project_id = ANY(${projects}) AND conversation_id = ANY(${ids})`,
        ),
      );
      const heads = new Map(
        rows.map(({ project_id: projectId, conversation_id: conversationId, last_number: last }) => [
          keyOf({ projectId, conversationId }),
          Number(last),
        ]),
      );
      for (const [key, channel] of this.#channels) {
        const last = heads.get(key);
        if (last === undefined) for (const watch of channel.watches) watch.end();
        else if (last > (channel.end ?? last)) this.#grown(channel);
      }
    } catch (error) {
      this.#parts.log.warn({ error: loggableError(error) }, "followed conversations could not be looked at");
    }
  }
}

const keyOf = ({ projectId, conversationId }: ConversationPlace): string => `${projectId} ${conversationId}`;

/** One follower of a conversation: what waits for it, and up to where. */
class Watch implements ConversationWatch {
  readonly place: number | null;
  /** Number up to which entries were handed out or wait. */
  queued: number;
  /** Whether it is told with all others. */
  isLive = false;
  #isOver = false;
  /** Number up to which entries were handed out. */
  #handed: number;
  readonly #wake: () => void;
  readonly #of: { catchUp(): Promise<readonly LiveMessage[]>; close(): void };
  #lists: { readonly messages: readonly LiveMessage[]; readonly upTo: number }[] = [];

  constructor(
    place: number | null,
    after: number,
    wake: () => void,
    of: { catchUp(): Promise<readonly LiveMessage[]>; close(): void },
  ) {
    this.place = place;
    this.queued = after;
    this.#handed = after;
    this.#wake = wake;
    this.#of = of;
  }

  async next(): Promise<readonly LiveMessage[] | null> {
    while (true) {
      if (this.#isOver) return null;
      const next = this.#lists.shift();
      if (next !== undefined) {
        this.#handed = next.upTo;
        return next.messages;
      }
      if (this.isLive) return [];
      const missed = await this.#of.catchUp();
      if (missed.length > 0) return missed;
    }
  }

  close(): void {
    this.#of.close();
  }

  /** Notes up to where it read by itself. */
  reached(number: number): void {
    this.queued = number;
    this.#handed = number;
  }

  /** Adds entries that were read for all. */
  add(messages: readonly LiveMessage[], upTo: number): void {
    this.queued = Math.max(this.queued, upTo);
    if (messages.length === 0) return;
    if (this.#lists.length >= MOST_WAITING) {
      this.lag();
      return;
    }
    this.#lists.push({ messages, upTo: this.queued });
    this.#wake();
  }

  /** Adds messages that are kept nowhere, unless much waits already. */
  piece(messages: readonly LiveMessage[]): void {
    if (!this.isLive || this.#lists.length >= MOST_WAITING) return;
    this.#lists.push({ messages, upTo: this.#lists.at(-1)?.upTo ?? this.#handed });
    this.#wake();
  }

  /** Lets go of what waits: the follower reads it by itself. */
  lag(): void {
    this.isLive = false;
    this.#lists = [];
    this.queued = this.#handed;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }
}
