import { createStore, type StoreApi } from "zustand/vanilla";
import type { SavingState } from "../store/session.ts";
import type { Clock } from "./outbox/clock.ts";
import { isUnsent } from "./outbox/entry.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { ALL_SAVED, keptGestures, pillOf, refusedGestures, saysTheSame } from "./saving-view.ts";

/** Work that has waited this long is said to be on its way. */
const LATE_MS = 600;

interface ReportOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  /** How many conflicts the open dialogue has. */
  readonly conflicts: () => number;
}

/** How saving stands. */
export interface SavingReport {
  readonly store: StoreApi<SavingState>;
  /** Says it anew; when work begins to wait, once more after a moment. */
  say(): void;
  stop(): void;
}

/** A report for one open dialogue, about all that waits in the page; nothing is said before it is asked for. */
export function createSavingReport({ outbox, clock, isOnline, conflicts }: ReportOptions): SavingReport {
  let waitsSince: number | null = null;
  let cancelLate: (() => void) | null = null;
  const store = createStore<SavingState>(() => ALL_SAVED);

  function say(): void {
    const { entries } = outbox;
    const unsent = entries.filter(isUnsent).length;
    if (unsent === 0) {
      waitsSince = null;
      cancelLate?.();
      cancelLate = null;
    } else if (waitsSince === null) {
      waitsSince = clock.now();
      cancelLate = clock.after(LATE_MS, say);
    }
    const isLate = waitsSince !== null && clock.now() - waitsSince >= LATE_MS;
    const next: SavingState = {
      pill: pillOf(outbox, entries, { conflicts: conflicts(), isLate, isOnline: isOnline() }),
      unsent,
      kept: keptGestures(entries),
      refused: refusedGestures(entries),
      keepsLocally: outbox.keepsLocally,
      recovered: outbox.recovered,
    };
    if (!saysTheSame(store.getState(), next)) store.setState(next);
  }

  return { store, say, stop: () => cancelLate?.() };
}
