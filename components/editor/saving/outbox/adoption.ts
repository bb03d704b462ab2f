import { type Entry, isUnsent, type Owner } from "./entry.ts";
import type { Clock, EntryStore, TabLocks } from "./ports.ts";

/** Interval at which entries of closed tabs are looked for. */
const EVERY_MS = 10_000;

interface AdoptionOptions {
  readonly owner: Owner;
  readonly tabId: string;
  readonly clock: Clock;
  readonly store: EntryStore;
  readonly locks: TabLocks;
  /** Whether an entry is in this tab's hands already. */
  readonly isHere: (entry: Entry) => boolean;
  /** Takes in what one tab left, in whatever order. */
  readonly onFound: (entries: readonly Entry[]) => void;
}

/** Takes over the gestures that dead tabs of the same person left on this device, each tab's under its lock. */
export class Adoption {
  private readonly options: AdoptionOptions;
  private looking: Promise<void> | null = null;
  private cancelNext: (() => void) | null = null;

  constructor(options: AdoptionOptions) {
    this.options = options;
  }

  /** Holds this tab's lock, looks, and goes on looking. */
  async start(): Promise<void> {
    const { locks, tabId, clock } = this.options;
    await locks.hold(tabId).catch(() => undefined);
    const lookOn = async () => {
      await this.look();
      this.cancelNext = clock.after(EVERY_MS, () => void lookOn());
    };
    await lookOn();
  }

  stop(): void {
    this.cancelNext?.();
  }

  /** Looks now, once however many ask. */
  look(): Promise<void> {
    this.looking ??= this.takeOver().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async takeOver(): Promise<void> {
    const { locks, onFound } = this.options;
    for (const tabId of new Set((await this.strays()).map((entry) => entry.tabId))) {
      if (!(await locks.take(tabId).catch(() => false))) continue;
      // Read again under its lock: whoever held it before may have sent some of it.
      const left = (await this.strays()).filter((entry) => entry.tabId === tabId);
      onFound(left.map(resumed));
    }
  }

  private async strays(): Promise<Entry[]> {
    const { store, owner, tabId, isHere } = this.options;
    const kept = await store.all().catch(() => []);
    return kept.filter(
      (entry) =>
        entry.userId === owner.userId &&
        entry.workspaceId === owner.workspaceId &&
        entry.tabId !== tabId &&
        !isHere(entry),
    );
  }
}

/** A gesture of a tab that is gone: what was being typed is done, and each is known by the batch it may have been sent in. */
function resumed(entry: Entry): Entry {
  if (!isUnsent(entry)) return entry;
  return { ...entry, state: "ready", batch: entry.batch ?? { id: entry.id, index: 0, size: 1 } };
}
