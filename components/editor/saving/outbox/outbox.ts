import { Adoption } from "./adoption.ts";
import { DialogueQueue, DialogueQueues, placeKey } from "./dialogue-queue.ts";
import type { DialogueAddress, Entry, Owner } from "./entry.ts";
import { asLabel, EntryMaker, type MadeEntry } from "./entry-maker.ts";
import { EntryWriter } from "./entry-writer.ts";
import { Link } from "./link.ts";
import type { Clock, EntryStore, TabLocks } from "./ports.ts";
import { type RecoveredWork, Recovery } from "./recovery.ts";
import type { AcknowledgedEntry } from "./settle-answer.ts";
import type { Transport } from "./transport.ts";

export interface OutboxOptions {
  readonly owner: Owner;
  readonly tabId: string;
  readonly clock: Clock;
  readonly store: EntryStore;
  readonly locks: TabLocks;
  readonly transport: Transport;
}

/** Listener of the outbox. */
export interface OutboxListener {
  /** Called when waiting entries or the connection changed. */
  changed?(): void;
  acknowledged?(place: DialogueAddress, acknowledged: readonly AcknowledgedEntry[]): void;
}

/**
 * Outbox of all gestures in this page that the server has not acknowledged, of all dialogues: stored on this device,
 * sent in order, never dropped.
 */
export class Outbox {
  readonly owner: Owner;
  readonly tabId: string;
  readonly link: Link;
  /** Time of the server's last acknowledgement. */
  savedAt: number | null = null;
  private readonly options: OutboxOptions;
  private readonly maker: EntryMaker;
  private readonly writer: EntryWriter;
  private readonly queues = new DialogueQueues((place) => this.makeQueue(place));
  private readonly listeners = new Set<OutboxListener>();
  private readonly recovery: Recovery;
  private readonly adoption: Adoption;

  constructor(options: OutboxOptions) {
    this.options = options;
    this.owner = options.owner;
    this.tabId = options.tabId;
    this.maker = new EntryMaker(options);
    this.writer = new EntryWriter(options.store, options.clock, () => this.changed());
    this.link = new Link({
      clock: options.clock,
      transport: options.transport,
      owner: options.owner,
      onChange: () => this.changed(),
      onOpen: () => void this.link.admit().then((isAdmitted) => (isAdmitted ? this.send() : undefined)),
    });
    this.recovery = new Recovery(options.clock, () => this.changed());
    this.adoption = new Adoption({
      ...options,
      isHere: (entry) => this.entriesOf(entry).some(({ id }) => id === entry.id),
      onFound: (entries) => this.takeIn(entries),
    });
  }

  /** Holds this tab's lock, takes over what dead tabs left, and goes on looking for such. */
  start(): Promise<void> {
    return this.adoption.start();
  }

  stop(): void {
    this.adoption.stop();
    this.link.stop();
  }

  listen(listener: OutboxListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Entries found on opening and sent since, for as long as the notice is shown. */
  get recovered(): RecoveredWork | null {
    return this.recovery.recovered;
  }

  get keepsLocally(): boolean {
    return this.writer.keepsLocally;
  }

  /** Whether everything that waits is stored on this device. */
  get isStored(): boolean {
    return this.writer.isSettled;
  }

  /** All gestures not acknowledged, of all dialogues. */
  get entries(): Entry[] {
    return this.queues.entries;
  }

  /** Returns the entries of one dialogue, in order. */
  entriesOf(place: DialogueAddress): readonly Entry[] {
    return this.queues.entriesOf(place);
  }

  /** New gesture of this tab joins the queue of its dialogue, which stores it on this device; it is sent once it is ready. */
  create(place: DialogueAddress, made: MadeEntry): Entry {
    const entry = this.maker.make(place, made);
    this.queues.of(place).put(entry);
    if (entry.state === "ready") this.send();
    return entry;
  }

  /** Gesture of this tab went on, or ended: its stored entry is replaced, and sent once it is ready. */
  update(entry: Entry): void {
    this.queues.of(entry).put({ ...entry, label: asLabel(entry.label) });
    if (entry.state === "ready") this.send();
  }

  /** Puts a gesture in the queue again, changed or not, as one that was never sent. */
  again(entry: Entry, operations: Entry["operations"] = entry.operations): void {
    const queue = this.queues.of(entry);
    const { batch } = entry;
    const fellows = batch === null ? [] : queue.entries.filter((each) => each.batch?.id === batch.id);
    // A batch of which nobody knows whether it arrived is sent again as the same batch.
    if (operations === entry.operations && batch !== null && fellows.length === batch.size) {
      for (const each of fellows) queue.put({ ...each, state: "ready", refusal: null });
    } else {
      queue.replace(entry.id, operations.length === 0 ? [] : [this.maker.remake(entry, operations)]);
    }
    this.link.nudge();
    this.send();
  }

  /** Drops a gesture: a person said so. */
  discard(entry: Entry): void {
    this.queues.of(entry).replace(entry.id, []);
    this.send();
  }

  /** Sends what waits, if that is possible now. */
  send(): void {
    for (const queue of this.queues.all()) void queue.send();
  }

  /** Tries now what failed before. */
  retry(): void {
    this.link.nudge();
    this.send();
  }

  /** The page is hidden or ends: what `settle` ends is sent in a request that outlives it. */
  leave(settle: () => void): void {
    for (const queue of this.queues.all()) queue.prepareToLeave();
    settle();
    for (const queue of this.queues.all()) queue.leave();
    this.link.doubt();
  }

  /** The page is looked at again: somebody else may be signed in, tabs may have died. */
  async stay(): Promise<void> {
    for (const queue of this.queues.all()) queue.stay();
    this.link.doubt();
    // Asked at once, so that a last request can be made without asking.
    await this.link.admit();
    this.send();
    await this.adoption.look();
  }

  private takeIn(entries: readonly Entry[]): void {
    for (const [, some] of Map.groupBy(entries, placeKey)) {
      const [first] = some;
      if (first === undefined) continue;
      this.recovery.found(some);
      this.queues.of(first).adopt(some);
    }
    this.send();
  }

  private acknowledged(place: DialogueAddress, acknowledged: readonly AcknowledgedEntry[]): void {
    this.savedAt = this.options.clock.now();
    this.recovery.settle(acknowledged, this.entriesOf(place));
    for (const listener of this.listeners) listener.acknowledged?.(place, acknowledged);
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener.changed?.();
  }

  private makeQueue({ projectId, graphId }: DialogueAddress): DialogueQueue {
    return new DialogueQueue({
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
  }
}
