import type { Clock } from "./clock.ts";
import { DialogueQueue } from "./dialogue-queue.ts";
import { type Entry, isUnsent, type Owner, type Place } from "./entry.ts";
import type { EntryStore, TabLocks } from "./entry-store.ts";
import { EntryWriter } from "./entry-writer.ts";
import { Link } from "./link.ts";
import type { Acknowledged } from "./settle-answer.ts";
import type { Transport } from "./transport.ts";

/** How often tabs that have died are looked for. */
const ADOPT_EVERY_MS = 10_000;
/** How long is said what was found on opening. */
const RECOVERED_MS = 60_000;

export interface OutboxOptions {
  readonly owner: Owner;
  readonly tabId: string;
  readonly clock: Clock;
  readonly store: EntryStore;
  readonly locks: TabLocks;
  readonly transport: Transport;
}

/** Work found on opening that the server has now. */
export interface Recovered {
  readonly count: number;
  readonly from: number;
}

/** What those who look on are told. */
export interface OutboxListener {
  /** Something about what waits, or about the connection, is another. */
  changed?(): void;
  acknowledged?(place: Place, acknowledged: readonly Acknowledged[]): void;
  /** Gestures of a tab that is gone were taken over. */
  adopted?(place: Place, entries: readonly Entry[]): void;
}

/**
 * Everything a person did in this page that the server has not acknowledged, of all dialogues: kept on this device, sent in
 * order, never dropped.
 */
export class Outbox {
  readonly owner: Owner;
  readonly tabId: string;
  readonly link: Link;
  /** When the server last acknowledged something. */
  savedAt: number | null = null;
  recovered: Recovered | null = null;
  private readonly options: OutboxOptions;
  private readonly writer: EntryWriter;
  private readonly queues = new Map<string, DialogueQueue>();
  private readonly listeners = new Set<OutboxListener>();
  private readonly adopting = new Map<string, number>();
  private readonly adopted = new Map<string, number>();
  private numbers = 0;
  private adoption: Promise<void> | null = null;
  private cancelAdoption: (() => void) | null = null;

  constructor(options: OutboxOptions) {
    this.options = options;
    this.owner = options.owner;
    this.tabId = options.tabId;
    this.writer = new EntryWriter(options.store, options.clock, () => this.changed());
    this.link = new Link({
      clock: options.clock,
      transport: options.transport,
      owner: options.owner,
      onChange: () => this.changed(),
      onOpen: () => void this.link.admit().then((isAdmitted) => (isAdmitted ? this.send() : undefined)),
    });
  }

  /** Holds this tab's lock, takes over what dead tabs left, and goes on looking for such. */
  async start(): Promise<void> {
    await this.options.locks.hold(this.tabId).catch(() => undefined);
    const look = async () => {
      await this.adopt();
      this.cancelAdoption = this.options.clock.after(ADOPT_EVERY_MS, () => void look());
    };
    await look();
  }

  stop(): void {
    this.cancelAdoption?.();
    this.link.stop();
  }

  listen(listener: OutboxListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get keepsLocally(): boolean {
    return this.writer.keepsLocally;
  }

  /** Whether everything that waits is stored on this device. */
  get isStored(): boolean {
    return this.writer.isSettled;
  }

  /** Waits until everything so far is stored, or could not be. */
  stored(): Promise<void> {
    return this.writer.settled();
  }

  /** All gestures not acknowledged, of all dialogues. */
  get entries(): Entry[] {
    return [...this.queues.values()].flatMap((queue) => queue.entries);
  }

  /** Those of one dialogue, in order. */
  entriesOf(place: Place): readonly Entry[] {
    return this.queues.get(keyOf(place))?.entries ?? [];
  }

  /** A new gesture of this tab. */
  create(place: Place, made: Pick<Entry, "label" | "operations" | "state"> & { at?: number }): Entry {
    this.numbers += 1;
    const { projectId, graphId } = place;
    const entry: Entry = {
      id: `${this.tabId}-${this.numbers}`,
      number: this.numbers,
      tabId: this.tabId,
      ...this.owner,
      projectId,
      graphId,
      at: this.options.clock.now(),
      batch: null,
      conflicts: [],
      refusal: null,
      ...made,
      label: asLabel(made.label),
    };
    this.queue(place).put(entry);
    if (entry.state === "ready") this.send();
    return entry;
  }

  /** A gesture of this tab went on, or ended. */
  update(entry: Entry): void {
    this.queue(entry).put({ ...entry, label: asLabel(entry.label) });
    if (entry.state === "ready") this.send();
  }

  /** Puts a gesture in the queue again, changed or not, as one that was never sent. */
  again(entry: Entry, operations: Entry["operations"] = entry.operations): void {
    const queue = this.queue(entry);
    const { batch } = entry;
    const fellows = batch === null ? [] : queue.entries.filter((each) => each.batch?.id === batch.id);
    // A batch of which nobody knows whether it arrived is sent again as the same batch.
    if (operations === entry.operations && batch !== null && fellows.length === batch.size) {
      for (const each of fellows) queue.put({ ...each, state: "ready", refusal: null });
    } else {
      this.numbers += 1;
      const id = `${this.tabId}-${this.numbers}`;
      const clean = { state: "ready", batch: null, conflicts: [], refusal: null } as const;
      queue.replace(entry.id, operations.length === 0 ? [] : [{ ...entry, ...clean, id, operations }]);
    }
    this.link.nudge();
    this.send();
  }

  /** Drops a gesture: a person said so. */
  discard(entry: Entry): void {
    this.queue(entry).replace(entry.id, []);
    this.send();
  }

  /** Sends what waits, if that is possible now. */
  send(): void {
    for (const queue of this.queues.values()) void queue.send();
  }

  /** Tries now what failed before. */
  retry(): void {
    this.link.nudge();
    this.send();
  }

  /** The page is hidden or ends: what `settle` ends is sent in a request that outlives it. */
  leave(settle: () => void): void {
    for (const queue of this.queues.values()) queue.prepareToLeave();
    settle();
    for (const queue of this.queues.values()) queue.leave();
    this.link.doubt();
  }

  /** The page is looked at again: somebody else may be signed in, tabs may have died. */
  async stay(): Promise<void> {
    for (const queue of this.queues.values()) queue.stay();
    this.link.doubt();
    // Asked at once, so that a last request can be made without asking.
    await this.link.admit();
    this.send();
    await this.adopt();
  }

  /** Takes over what tabs left that are gone. */
  adopt(): Promise<void> {
    this.adoption ??= this.takeOver().finally(() => {
      this.adoption = null;
    });
    return this.adoption;
  }

  private async takeOver(): Promise<void> {
    const { store, locks } = this.options;
    const left = (await store.all().catch(() => [])).filter((entry) => this.isStray(entry));
    for (const tabId of new Set(left.map((entry) => entry.tabId))) {
      if (!(await locks.take(tabId).catch(() => false))) continue;
      // Read again under its lock: whoever held it before may have sent some of it.
      const entries = (await store.all().catch(() => [])).filter(
        (entry) => entry.tabId === tabId && this.isStray(entry),
      );
      this.takeIn(entries.sort((a, b) => a.number - b.number).map(resumed));
    }
  }

  private isStray(entry: Entry): boolean {
    const { userId, workspaceId } = this.owner;
    const mine = entry.userId === userId && entry.workspaceId === workspaceId && entry.tabId !== this.tabId;
    return mine && !this.queues.get(keyOf(entry))?.entries.some(({ id }) => id === entry.id);
  }

  private takeIn(entries: readonly Entry[]): void {
    for (const [, some] of Map.groupBy(entries, keyOf)) {
      const [first] = some;
      if (first === undefined) continue;
      for (const entry of some) if (isUnsent(entry)) this.adopting.set(entry.id, entry.at);
      this.queue(first).adopt(some);
      for (const listener of this.listeners) listener.adopted?.(first, some);
    }
    this.send();
  }

  private acknowledged(place: Place, acknowledged: readonly Acknowledged[]): void {
    this.savedAt = this.options.clock.now();
    for (const { entry } of acknowledged) {
      const at = this.adopting.get(entry.id);
      if (at !== undefined) this.adopted.set(entry.id, at);
      this.adopting.delete(entry.id);
    }
    for (const entry of this.entriesOf(place)) if (!isUnsent(entry)) this.adopting.delete(entry.id);
    if (this.adopted.size > 0 && this.adopting.size === 0) {
      const count = this.adopted.size + (this.recovered?.count ?? 0);
      this.recovered = {
        count,
        from: Math.min(...this.adopted.values(), this.recovered?.from ?? Number.POSITIVE_INFINITY),
      };
      this.adopted.clear();
      this.options.clock.after(RECOVERED_MS, () => {
        this.recovered = null;
        this.changed();
      });
    }
    for (const listener of this.listeners) listener.acknowledged?.(place, acknowledged);
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener.changed?.();
  }

  private queue(place: Place): DialogueQueue {
    const key = keyOf(place);
    const known = this.queues.get(key);
    if (known !== undefined) return known;
    const { projectId, graphId } = place;
    const queue = new DialogueQueue({
      projectId,
      graphId,
      link: this.link,
      transport: this.options.transport,
      keep: (put, removed) => this.writer.write(put, removed),
      kept: async () => {
        await this.writer.settled();
        return this.writer.isSettled;
      },
      onChange: () => this.changed(),
      onAcknowledged: (acknowledged) => this.acknowledged({ projectId, graphId }, acknowledged),
    });
    this.queues.set(key, queue);
    return queue;
  }
}

const LONGEST_LABEL = 200;

/** A label as the server takes it: one line, not long. */
function asLabel(label: string): string {
  const line = label.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length <= LONGEST_LABEL ? line || "Change" : `${[...line].slice(0, LONGEST_LABEL - 1).join("")}…`;
}

function keyOf({ projectId, graphId }: Place): string {
  return `${projectId} ${graphId}`;
}

/** A gesture of a tab that is gone: what was being typed is done, and each is known by the batch it may have been sent in. */
function resumed(entry: Entry): Entry {
  if (!isUnsent(entry)) return entry;
  return { ...entry, state: "ready", batch: entry.batch ?? { id: entry.id, index: 0, size: 1 } };
}
