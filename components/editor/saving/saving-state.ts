import { createStore, type StoreApi } from "zustand/vanilla";
import type { FieldConflict } from "../store/dialogue-state.ts";
import { type Entry, isUnsent, wordsOf } from "./outbox/entry.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { Clock } from "./outbox/ports.ts";

/** The six states of the pill. */
export type PillState =
  | { readonly kind: "saved"; readonly at: number | null }
  | { readonly kind: "saving" }
  | { readonly kind: "offline"; readonly kept: number }
  | { readonly kind: "conflict"; readonly count: number }
  | { readonly kind: "failed"; readonly requestId: string | null; readonly message: string }
  /** `other`: who is signed in instead, by e-mail address; what is kept is not sent as them. */
  | { readonly kind: "signed-out"; readonly kept: number; readonly other: string | null };

/** A gesture the server refused for good: kept, with its words, until a person decides. */
export interface RefusedGesture {
  readonly entryId: string;
  readonly label: string;
  readonly at: number;
  /** The words it holds, for Copy. */
  readonly text: string;
  /** Reason, in the server's words. */
  readonly message: string;
  readonly code: string;
}

export interface SavingState {
  readonly pill: PillState;
  /** Gestures not yet acknowledged. */
  readonly unsent: number;
  /** The last of them, for the list behind the pill. */
  readonly kept: readonly { readonly entryId: string; readonly label: string; readonly at: number }[];
  readonly refused: readonly RefusedGesture[];
  /** False when nothing can be kept on this device: "Changes are kept only in this tab". */
  readonly keepsLocally: boolean;
  /** Entries found on opening and sent since: "7 changes from 14:02 are now saved". */
  readonly recovered: { readonly count: number; readonly from: number } | null;
}

/** State of saving at the beginning. */
export const ALL_SAVED: SavingState = {
  pill: { kind: "saved", at: null },
  unsent: 0,
  kept: [],
  refused: [],
  keepsLocally: true,
  recovered: null,
};

/** Returns the text of the pill; `isLate` tells that work has waited so long that it has to be mentioned. */
function pillOf(
  outbox: Pick<Outbox, "link" | "savedAt">,
  entries: readonly Entry[],
  { conflicts, isLate, isOnline }: { conflicts: number; isLate: boolean; isOnline: boolean },
): PillState {
  const kept = entries.filter(isUnsent).length;
  const { state } = outbox.link;
  if (state.kind === "signed-out") return { kind: "signed-out", kept, other: state.other };
  if (state.kind === "offline" || !isOnline) return { kind: "offline", kept };
  if (state.kind === "failing" && kept > 0) {
    return { kind: "failed", requestId: state.requestId, message: state.message };
  }
  const refused = entries.filter((entry) => entry.state === "refused");
  const [first] = refused;
  if (first !== undefined) {
    return { kind: "failed", requestId: first.refusal?.requestId ?? null, message: first.refusal?.message ?? "" };
  }
  if (conflicts > 0) return { kind: "conflict", count: conflicts };
  return kept > 0 && isLate ? { kind: "saving" } : { kind: "saved", at: outbox.savedAt };
}

const LISTED = 20;

/** The last gestures the server has yet to take, the newest first. */
function keptGestures(entries: readonly Entry[]): SavingState["kept"] {
  return entries
    .filter(isUnsent)
    .slice(-LISTED)
    .reverse()
    .map(({ id, label, at }) => ({ entryId: id, label, at }));
}

/** Gestures refused for good, as they are listed. */
function refusedGestures(entries: readonly Entry[]): RefusedGesture[] {
  return entries.flatMap(({ id, label, at, operations, state, refusal }) =>
    state === "refused"
      ? [
          {
            entryId: id,
            label,
            at,
            text: wordsOf(operations),
            message: refusal?.message ?? "",
            code: refusal?.code ?? "",
          },
        ]
      : [],
  );
}

/** Conflicts by what they are on. Several gestures in conflict about one field are one conflict: the last says what is mine. */
export function conflictsIn(
  entries: readonly Entry[],
  whoDeleted: (id: string, field: string) => { readonly by: string; readonly at: string } | undefined,
): Map<string, readonly FieldConflict[]> {
  const byField = new Map<string, FieldConflict>();
  for (const entry of entries) {
    if (entry.state !== "conflict") continue;
    for (const { id, field, mine, theirs, by, at } of entry.conflicts) {
      const who = by === "" ? whoDeleted(id, field) : undefined;
      const told = { by: who?.by ?? by, at: who?.at ?? at };
      byField.set(`${id}#${field}`, { subjectId: id, field, mine, theirs, ...told, entryId: entry.id });
    }
  }
  return Map.groupBy(byField.values(), ({ subjectId }) => subjectId);
}

/** Whether two states of saving say the same. */
function saysTheSame(a: SavingState, b: SavingState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

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
