import { createStore, type StoreApi } from "zustand/vanilla";

/** Changes that can be undone. */
const DEPTH = 200;

/** Call of the operation that deletes subjects of an area: taking a commit back deletes no subject that stands alone. */
export interface Deletion {
  readonly area: string;
  /** Name of the operation in its area; `delete` where it has the usual one. */
  readonly name?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Change that a person made in this tab. */
export interface Undoable {
  readonly id: string;
  /** The change in words; null where only the record has any. */
  readonly label: string | null;
  /** Dialogue that it is a gesture in; null for any other change. */
  readonly graphId: string | null;
  /** Commits that it made, in their order. */
  readonly commits: readonly number[];
  /** Entries of the outbox that it was put in and that are not saved yet. */
  readonly unsent: readonly string[];
  /** Press of a key or button that it was made by, in this page. */
  readonly turn: number;
  /** Deletions of the subjects that it made, which undo it. */
  readonly made: readonly Deletion[];
  /** Whether it changed others as well, so that its commits are taken back, too. */
  readonly isPartMade: boolean;
  /** Deletions that it consisted of, which redo it. */
  readonly deleted: readonly Deletion[];
}

interface Stacks {
  /** Oldest first. */
  readonly done: readonly Undoable[];
  readonly undone: readonly Undoable[];
}

const EMPTY: Stacks = { done: [], undone: [] };

/** Storage of a browser session. */
export type Keeper = Pick<Storage, "getItem" | "setItem">;

/**
 * Changes that a person made in this tab in one project, and those that were undone: gestures of dialogues and all others, in one order.
 * It is kept for the session of the browser, so that it outlives a reload.
 */
export class UndoStack {
  readonly store: StoreApi<Stacks>;

  constructor(keeper: Keeper | null = null, key = "") {
    this.store = createStore(() => kept(keeper, key));
    this.store.subscribe((stacks) => keep(keeper, key, stacks));
  }

  get nextUndo(): Undoable | undefined {
    return this.store.getState().done.at(-1);
  }

  get nextRedo(): Undoable | undefined {
    return this.store.getState().undone.at(-1);
  }

  /** A new change; what was undone before it can no longer be redone. */
  add(change: Undoable): void {
    const { done } = this.store.getState();
    this.store.setState({ done: [...done.slice(1 - DEPTH), change], undone: [] });
  }

  /** The change goes on, or more is known of it. */
  amend(id: string, change: (known: Undoable) => Undoable): void {
    const amended = (all: readonly Undoable[]) =>
      all.some((each) => each.id === id) ? all.map((each) => (each.id === id ? change(each) : each)) : all;
    const { done, undone } = this.store.getState();
    this.store.setState({ done: amended(done), undone: amended(undone) });
  }

  /** The change at the top goes on; nothing that was undone before it can be redone. */
  goOn(id: string, change: (known: Undoable) => Undoable): void {
    this.amend(id, change);
    this.store.setState({ undone: [] });
  }

  /** An entry of the outbox was saved; `commit` is null where it changed nothing. */
  saved(entryId: string, commit: number | null): void {
    const { done, undone } = this.store.getState();
    const of = [...done, ...undone].find(({ unsent }) => unsent.includes(entryId));
    if (of === undefined) return;
    this.amend(of.id, ({ unsent, commits, ...known }) => ({
      ...known,
      unsent: unsent.filter((id) => id !== entryId),
      commits: commit === null || commits.includes(commit) ? commits : [...commits, commit],
    }));
  }

  /** Forgets entries of the outbox that were made here and are in it no more: they were discarded. */
  keepUnsent(entryIds: ReadonlySet<string>): void {
    const { done, undone } = this.store.getState();
    for (const { id, unsent, turn } of [...done, ...undone]) {
      if (turn < 0 || unsent.every((each) => entryIds.has(each))) continue;
      this.amend(id, (known) => ({ ...known, unsent: known.unsent.filter((each) => entryIds.has(each)) }));
    }
  }

  /** Takes the changes away, and puts what takes them back again in their place on the other side. */
  undid(ids: readonly string[], redo: Undoable | null): void {
    const { done, undone } = this.store.getState();
    this.store.setState({
      done: done.filter(({ id }) => !ids.includes(id)),
      undone: redo === null ? undone : [...undone, redo],
    });
  }

  /** Undone changes were done again. */
  redid(ids: readonly string[], undo: Undoable | null): void {
    const { done, undone } = this.store.getState();
    this.store.setState({
      undone: undone.filter(({ id }) => !ids.includes(id)),
      done: undo === null ? done : [...done, undo],
    });
  }
}

function kept(keeper: Keeper | null, key: string): Stacks {
  try {
    const text = keeper?.getItem(key) ?? null;
    if (text === null) return EMPTY;
    const { done, undone } = JSON.parse(text) as Stacks;
    // Presses are counted anew in each page. A gesture that this page knows nothing of is undone by its commits alone.
    const old = (all: readonly Undoable[]) => all.map((each) => ({ ...each, turn: -1 }));
    return { done: old(done), undone: old(undone) };
  } catch {
    return EMPTY;
  }
}

function keep(keeper: Keeper | null, key: string, stacks: Stacks): void {
  try {
    keeper?.setItem(key, JSON.stringify(stacks));
  } catch {
    // A full storage costs the history of this tab beyond a reload, and nothing else.
  }
}
