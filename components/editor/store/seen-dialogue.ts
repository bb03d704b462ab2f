import { createStore, type StoreApi } from "zustand/vanilla";
import { conflictsIn } from "../saving/saving-view.ts";
import type { Selected } from "./history.ts";
import type { OpenContent } from "./open-content.ts";
import { openingState } from "./opening-state.ts";
import type { OthersChanges } from "./others-changes.ts";
import type { OwnGestures } from "./own-gestures.ts";
import { remaining } from "./selection.ts";
import type { DialogueState } from "./session.ts";
import type { WaitingChanges } from "./waiting-changes.ts";

interface SeenOptions {
  readonly projectId: string;
  readonly content: OpenContent;
  readonly own: OwnGestures;
  readonly others: OthersChanges;
  readonly held: WaitingChanges;
  /** Sequence up to which the record has been followed. */
  readonly seq: () => number;
}

/** What is seen of the open dialogue: its store, kept in step with the record and with the gestures on top of it. */
export interface SeenDialogue {
  readonly store: StoreApi<DialogueState>;
  selected(): Selected;
  /** Others' changes are about to be shown; `versions` are the ones before them. */
  expect(versions: ReadonlyMap<string, number>): void;
  /** Makes subjects again after the record moved, or after gestures on top came, went or changed. */
  refresh(ids?: ReadonlySet<string>): void;
  /** Shows what was performed on the content and is kept under these ids. */
  performed(ids: ReadonlySet<string>, next: Selected): void;
}

/** Begins with the content as it was loaded. */
export function createSeen({ projectId, content, own, others, held, seq }: SeenOptions): SeenDialogue {
  let versionsBefore = NONE;
  const { removed: _, ...model } = content.seen;
  const store = createStore<DialogueState>(() => openingState(model, projectId, seq()));

  const selected = (): Selected => {
    const { selection, active } = store.getState();
    return { selection, active };
  };

  function derive(stale: ReadonlySet<string>): void {
    content.derive(stale, held.hold(content, stale, versionsBefore));
    versionsBefore = NONE;
  }

  function show(next: Partial<DialogueState> & Selected): void {
    const { removed, ...seen } = content.seen;
    const exists = (id: string) => seen.nodes.has(id) || seen.groups.has(id) || seen.annotations.has(id);
    const state = store.getState();
    const fresh = { ...seen, ...next, ...remaining(next, exists), seq: seq() };
    const isNew = Object.entries(fresh).some(([name, value]) => state[name as keyof DialogueState] !== value);
    if (isNew) store.setState(fresh);
  }

  return {
    store,
    selected,
    expect(versions) {
      versionsBefore = versions;
    },
    refresh(ids = new Set()) {
      derive(new Set([...ids, ...content.layer(own.layers())]));
      const before = store.getState();
      const waiting = held.waiting(content, others);
      const conflicts = conflictsIn(own.kept(), (id, field) => others.lastAt(id, field));
      show({
        ...selected(),
        waiting: sameEntries(waiting, before.waiting) ? before.waiting : waiting,
        conflicts: sameEntries(conflicts, before.conflicts) ? before.conflicts : conflicts,
      });
    },
    performed(ids, next) {
      derive(content.layer(own.layers(), ids));
      show(next);
    },
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

function sameEntries(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && (a.size === 0 || JSON.stringify([...a]) === JSON.stringify([...b]));
}
