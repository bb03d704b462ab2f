import type { Entry } from "./entry.ts";
import type { Clock, EntryStore } from "./ports.ts";

/** Delay after a failed write until the next try, unless an entry changes before. */
const RETRY_MS = 5_000;
/** A write that takes longer than this is not counted on. */
const SLOW_MS = 2_000;

/**
 * Writes entries as soon as the write before has ended: a change is stored after at most two writes, however fast somebody
 * types.
 */
export class EntryWriter {
  /** False while what is here is not stored anywhere else. */
  keepsLocally = true;
  private readonly store: EntryStore;
  private readonly clock: Clock;
  private readonly onChange: () => void;
  private readonly waiting = new Map<string, Entry | null>();
  private running: Promise<void> | null = null;
  private cancelRetry: (() => void) | null = null;

  constructor(store: EntryStore, clock: Clock, onChange: () => void) {
    this.store = store;
    this.clock = clock;
    this.onChange = onChange;
  }

  /** Puts some and removes others, together. */
  write(put: readonly Entry[], removed: readonly string[]): void {
    if (put.length + removed.length === 0) return;
    for (const entry of put) this.waiting.set(entry.id, entry);
    for (const id of removed) this.waiting.set(id, null);
    this.start();
  }

  /** Whether everything given so far is stored. */
  get isSettled(): boolean {
    return this.waiting.size === 0 && this.running === null;
  }

  /** Waits until everything given so far has been stored, or could not be. */
  async settled(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private start(): void {
    if (this.running !== null) return;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.running = this.run().finally(() => {
      this.running = null;
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.size > 0) {
      const changes = [...this.waiting];
      this.waiting.clear();
      const calm = this.clock.after(SLOW_MS, () => this.say(false));
      try {
        await this.store.write(
          changes.flatMap(([, entry]) => entry ?? []),
          changes.flatMap(([id, entry]) => (entry === null ? [id] : [])),
        );
        this.say(true);
      } catch {
        for (const [id, entry] of changes) if (!this.waiting.has(id)) this.waiting.set(id, entry);
        this.say(false);
        this.cancelRetry = this.clock.after(RETRY_MS, () => this.start());
        return;
      } finally {
        calm();
      }
    }
  }

  private say(keeps: boolean): void {
    if (this.keepsLocally === keeps) return;
    this.keepsLocally = keeps;
    this.onChange();
  }
}
