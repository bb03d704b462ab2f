import { nextBatch } from "./compose.ts";
import { compareEntries, type DialogueAddress, type Entry } from "./entry.ts";
import type { Link } from "./link.ts";
import { RepeatedFailures } from "./repeated-failures.ts";
import { type AcknowledgedEntry, settleAnswer } from "./settle-answer.ts";
import { type Failure, SendFailed, type Transport } from "./transport.ts";

/** Greatest body of a `fetch` that outlives its page, in bytes. */
const KEEPALIVE_BYTES = 60_000;

/** The batch was sent before with other gestures, or for another dialogue. */
const REUSED = "idempotency_key_reused";

interface QueueOptions extends DialogueAddress {
  readonly link: Link;
  readonly transport: Transport;
  /** Keeps what changed; `removed` are ids. */
  readonly keep: (put: readonly Entry[], removed: readonly string[]) => void;
  /** Waits until what was given to `keep` is stored; false when it could not be. */
  readonly kept: () => Promise<boolean>;
  readonly onChange: () => void;
  readonly onAcknowledged: (acknowledged: readonly AcknowledgedEntry[]) => void;
}

/** Gestures of one dialogue on their way to the server: in order, one request at a time, each exactly once. */
export class DialogueQueue {
  entries: readonly Entry[] = [];
  private readonly options: QueueOptions;
  private readonly failures = new RepeatedFailures();
  private sending = false;
  /** Whether another send was requested while one was in flight. */
  private wanted = false;
  private leaving = false;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Queue takes in a gesture, or a gesture that went on, and has it stored on this device. */
  put(entry: Entry): void {
    const known = this.entries.findLastIndex(({ id }) => id === entry.id);
    this.entries = known === -1 ? [...this.entries, entry] : this.entries.with(known, entry);
    this.options.keep([entry], []);
    this.options.onChange();
  }

  /** Takes in gestures of tabs that are gone: they were made before. */
  adopt(adopted: readonly Entry[]): void {
    this.entries = [...adopted, ...this.entries].sort(compareEntries);
    this.options.keep(adopted, []);
    this.options.onChange();
  }

  /** Puts others, or none, in the place of a gesture. */
  replace(id: string, others: readonly Entry[]): void {
    if (!this.entries.some((entry) => entry.id === id)) return;
    this.entries = this.entries.flatMap((entry) => (entry.id === id ? others : entry));
    this.options.keep(others, others.some((entry) => entry.id === id) ? [] : [id]);
    this.options.onChange();
  }

  /** Sends what waits, if that is possible now. */
  async send(): Promise<void> {
    this.wanted = true;
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.wanted) {
        this.wanted = false;
        while (await this.step());
      }
    } finally {
      this.sending = false;
    }
  }

  /** The page may end any moment: from here on, requests outlive it. */
  prepareToLeave(): void {
    this.leaving = true;
  }

  /** Sends what fits in a request that outlives the page, at once. */
  leave(): void {
    if (!this.sending && this.options.link.isReady) void this.send();
  }

  /** The page stays. */
  stay(): void {
    this.leaving = false;
  }

  private async step(): Promise<boolean> {
    const { link } = this.options;
    // Nothing may be awaited before a last request, or the page is gone before it is made.
    if (!link.isReady && !(await link.admit())) return false;
    let batch = this.next();
    if (batch.length === 0) return false;
    if (batch.length === 1) {
      batch = this.mark(batch, batch[0]?.batch?.id ?? batch[0]?.id ?? "");
    } else if (batch[0]?.batch === null) {
      batch = this.mark(batch, `${batch[0].id}-${batch.length}`);
      if (!(await this.options.kept())) batch = this.alone(batch);
    }
    return this.request(batch);
  }

  /** Returns the entries to send next: those the server failed on wait until all others were tried. */
  private next(): Entry[] {
    const single = this.leaving;
    const stalled = new Set(
      this.entries.flatMap(({ id, batch }) => (batch !== null && this.failures.isStalled(batch.id) ? [id] : [])),
    );
    const batch = nextBatch(this.entries, { single, stalled });
    return batch.length === 0 && stalled.size > 0 ? nextBatch(this.entries, { single }) : batch;
  }

  private async request(batch: readonly Entry[]): Promise<boolean> {
    const { link, transport, projectId, graphId } = this.options;
    const [first] = batch;
    if (first?.batch == null) return false;
    const gestures = batch.map(({ label, operations }) => ({ label, operations }));
    const sent = { projectId, graphId, batchId: first.batch.id, clientId: first.tabId, gestures };
    const keepalive = this.leaving && JSON.stringify(gestures).length * 3 < KEEPALIVE_BYTES;
    try {
      const answer = await transport.send(sent, { keepalive });
      const { entries, acknowledged } = settleAnswer(this.entries, batch, answer);
      this.failures.taken(first.batch.id);
      this.swap(entries, acknowledged);
      link.succeeded();
    } catch (error) {
      if (!(error instanceof SendFailed)) throw error;
      const { failure } = error;
      const fate = RepeatedFailures.isOne(failure) ? this.failures.on(first.batch.id, batch.length) : "again";
      if (fate === "again" && link.failed(failure)) return false;
      link.succeeded();
      if (fate === "apart") this.part(batch);
      else this.refuse(batch, failure);
    }
    return true;
  }

  /** A whole request was refused for good. */
  private refuse(batch: readonly Entry[], failure: Failure): void {
    if (failure.kind !== "refused") return;
    const { status, code, message, requestId } = failure;
    // An id that stands for other gestures will never carry these: tried again, they go as new ones.
    const ofRequest = status === 422 || status === 413 || status === 400 || code === REUSED;
    const guilty =
      batch.length === 1 || !ofRequest || code === REUSED
        ? batch
        : batch.filter((_, index) => failure.gestures.includes(index));
    const isGuilty = new Set(guilty.map(({ id }) => id));
    const members = new Set(batch.map(({ id }) => id));
    const refusal = { status, code, message, requestId };
    this.swap(
      this.entries.map((entry) => {
        if (!members.has(entry.id)) return entry;
        // What a refusal of the dialogue itself left unsaid is asked again in the same batch, once a person says so.
        if (isGuilty.has(entry.id))
          return { ...entry, state: "refused", refusal, batch: ofRequest ? null : entry.batch };
        return byItself(entry);
      }),
    );
  }

  /** Sends the gestures of a batch by themselves from now on. */
  private part(batch: readonly Entry[]): void {
    this.exchange(batch.map(byItself));
  }

  private swap(entries: readonly Entry[], acknowledged: readonly AcknowledgedEntry[] = []): void {
    const before = new Map(this.entries.map((entry) => [entry.id, entry]));
    const changed = entries.filter((entry) => before.get(entry.id) !== entry);
    for (const { id } of entries) before.delete(id);
    this.entries = entries;
    this.options.keep(changed, [...before.keys()]);
    // Before anything is drawn again: what was taken is still shown until the feed has brought it back.
    if (acknowledged.length > 0) this.options.onAcknowledged(acknowledged);
    this.options.onChange();
  }

  /** Says of gestures that they are on their way, and in which batch. */
  private mark(batch: readonly Entry[], id: string): Entry[] {
    const size = batch.length;
    const marked = batch.map(
      (entry, index): Entry => ({ ...entry, state: "sent", batch: entry.batch ?? { id, index, size } }),
    );
    this.exchange(marked);
    return marked;
  }

  /** The first of them by itself: known by its own id it is the same batch whoever sends it again. */
  private alone(batch: readonly Entry[]): Entry[] {
    const freed = batch.map((entry, index): Entry => {
      const alone = { id: entry.id, index: 0, size: 1 };
      return index === 0 ? { ...entry, batch: alone } : { ...entry, state: "ready", batch: null };
    });
    this.exchange(freed);
    return freed.slice(0, 1);
  }

  private exchange(changed: readonly Entry[]): void {
    const byId = new Map(changed.map((entry) => [entry.id, entry]));
    this.entries = this.entries.map((entry) => byId.get(entry.id) ?? entry);
    this.options.keep(changed, []);
    this.options.onChange();
  }
}

/** A gesture as a batch of its own, known by its own id: then each refusal is about one gesture. */
function byItself(entry: Entry): Entry {
  return { ...entry, state: "ready", batch: { id: entry.id, index: 0, size: 1 } };
}

/** The queues of all dialogues that something was done to in this page, each made when it is first asked for. */
export class DialogueQueues {
  private readonly make: (place: DialogueAddress) => DialogueQueue;
  private readonly byPlace = new Map<string, DialogueQueue>();

  constructor(make: (place: DialogueAddress) => DialogueQueue) {
    this.make = make;
  }

  all(): Iterable<DialogueQueue> {
    return this.byPlace.values();
  }

  of(place: DialogueAddress): DialogueQueue {
    const key = placeKey(place);
    let queue = this.byPlace.get(key);
    if (queue === undefined) {
      queue = this.make(place);
      this.byPlace.set(key, queue);
    }
    return queue;
  }

  /** All gestures not acknowledged, of all dialogues. */
  get entries(): Entry[] {
    return [...this.byPlace.values()].flatMap((queue) => queue.entries);
  }

  /** Returns the entries of one dialogue, in order. */
  entriesOf(place: DialogueAddress): readonly Entry[] {
    return this.byPlace.get(placeKey(place))?.entries ?? [];
  }
}

/** A dialogue as the key of a map. */
export function placeKey({ projectId, graphId }: DialogueAddress): string {
  return `${projectId} ${graphId}`;
}
