import type { Entry } from "../../saving/outbox/entry.ts";
import type { Clock, EntryStore, TabLocks } from "../../saving/outbox/ports.ts";

/** Time that passes when it is told to. */
export class FakeClock implements Clock {
  private time = 1_000_000;
  private timers: { readonly at: number; readonly run: () => void }[] = [];
  private seed = 7;

  now(): number {
    return this.time;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  random(): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.seed / 2_147_483_648;
  }

  /** Lets time pass, timer by timer, and whatever follows from each. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    await flush();
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = Math.max(this.time, next.at);
      next.run();
      await flush();
    }
    this.time = until;
    await flush();
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

/** Storage all tabs of one browser share. A write takes `writeMs`, and is lost when its tab ends before. */
export class FakeStorage {
  readonly entries = new Map<string, Entry>();
  isFull = false;
  private readonly clock: FakeClock;
  private readonly writeMs: number;

  constructor(clock: FakeClock, writeMs: number) {
    this.clock = clock;
    this.writeMs = writeMs;
  }

  forTab(isAlive: () => boolean): EntryStore {
    return {
      all: async () => structuredClone([...this.entries.values()]),
      write: (put, remove) =>
        new Promise((resolve, reject) => {
          const copies = structuredClone(put);
          this.clock.after(this.writeMs, () => {
            if (!isAlive()) return;
            if (this.isFull) {
              reject(new Error("QuotaExceededError"));
              return;
            }
            for (const id of remove) this.entries.delete(id);
            for (const entry of copies) this.entries.set(entry.id, entry);
            resolve();
          });
        }),
    };
  }
}

/** Locks of one browser. */
export class FakeLocks {
  private readonly holders = new Map<string, string>();

  forTab(holder: string): TabLocks {
    return {
      hold: async (tabId) => {
        this.holders.set(tabId, holder);
      },
      take: async (tabId) => {
        if (this.holders.has(tabId)) return false;
        this.holders.set(tabId, holder);
        return true;
      },
    };
  }

  /** A tab ends: whatever it held is free. */
  release(holder: string): void {
    for (const [tabId, each] of this.holders) if (each === holder) this.holders.delete(tabId);
  }
}
