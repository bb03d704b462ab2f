import type { DialogueAddress, Entry, Owner } from "./entry.ts";
import type { Clock } from "./ports.ts";

/** Parts of an entry that a gesture gives. */
export type MadeEntry = Pick<Entry, "label" | "operations" | "state"> & { readonly at?: number };

interface MakerOptions {
  readonly owner: Owner;
  readonly tabId: string;
  readonly clock: Clock;
}

/** Makes the gestures of one tab, each under an id that no other ever has. */
export class EntryMaker {
  private readonly options: MakerOptions;
  private count = 0;

  constructor(options: MakerOptions) {
    this.options = options;
  }

  /** A new gesture, which nobody has sent. */
  make({ projectId, graphId }: DialogueAddress, made: MadeEntry): Entry {
    const { owner, tabId, clock } = this.options;
    const id = this.nextId();
    return {
      id,
      number: this.count,
      tabId,
      ...owner,
      projectId,
      graphId,
      at: clock.now(),
      batch: null,
      conflicts: [],
      refusal: null,
      ...made,
      label: asLabel(made.label),
    };
  }

  /** A gesture with other operations, as one that was never sent; it keeps its place in the order. */
  remake(entry: Entry, operations: Entry["operations"]): Entry {
    return { ...entry, id: this.nextId(), operations, state: "ready", batch: null, conflicts: [], refusal: null };
  }

  private nextId(): string {
    this.count += 1;
    return `${this.options.tabId}-${this.count}`;
  }
}

const LONGEST = 200;

/** A label as the server takes it: one line, not long. */
export function asLabel(label: string): string {
  const line = label.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length <= LONGEST ? line || "Change" : `${[...line].slice(0, LONGEST - 1).join("")}…`;
}
