import { createStore, type StoreApi } from "zustand/vanilla";
import type { Clock } from "./outbox/clock.ts";
import { isUnsent } from "./outbox/entry.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { ALL_SAVED, keptGestures, pillOf, refusedGestures, type SavingState, saysTheSame } from "./saving-state.ts";

/** Work that has waited this long is said to be on its way. */
const LATE_MS = 600;

/** Reports how saving stands to one open dialogue, about all that waits in the page. */
export class SavingReport {
  readonly store: StoreApi<SavingState> = createStore(() => ALL_SAVED);
  private readonly outbox: Outbox;
  private readonly clock: Clock;
  private readonly isOnline: () => boolean;
  private conflicts = 0;
  private waitsSince: number | null = null;
  private cancelLate: (() => void) | null = null;

  constructor(outbox: Outbox, clock: Clock, isOnline: () => boolean) {
    this.outbox = outbox;
    this.clock = clock;
    this.isOnline = isOnline;
  }

  /** Says it anew, with so many conflicts in the open dialogue; when work begins to wait, once more after a moment. */
  say(conflicts = this.conflicts): void {
    this.conflicts = conflicts;
    const { entries } = this.outbox;
    const unsent = entries.filter(isUnsent).length;
    if (unsent === 0) {
      this.stop();
      this.waitsSince = null;
    } else if (this.waitsSince === null) {
      this.waitsSince = this.clock.now();
      this.cancelLate = this.clock.after(LATE_MS, () => this.say());
    }
    const isLate = this.waitsSince !== null && this.clock.now() - this.waitsSince >= LATE_MS;
    const next: SavingState = {
      pill: pillOf(this.outbox, entries, { conflicts, isLate, isOnline: this.isOnline() }),
      unsent,
      kept: keptGestures(entries),
      refused: refusedGestures(entries),
      keepsLocally: this.outbox.keepsLocally,
      recovered: this.outbox.recovered,
    };
    if (!saysTheSame(this.store.getState(), next)) this.store.setState(next);
  }

  stop(): void {
    this.cancelLate?.();
    this.cancelLate = null;
  }
}
