import type { QueryClient } from "@tanstack/react-query";
import { isUndone } from "#domain/undone-areas.ts";
import { whyNot } from "../../ui/form/form-errors.ts";
import { dismissToast, dismissUndone, joinToasts, shownToasts, showToast } from "../../ui/toast.ts";
import type { StudioClient } from "../api/client.ts";
import { currentTurn, onRecorded, type RecordedChange, turnOfLatest } from "../api/commits.ts";
import { callLast, together } from "./joined-changes.ts";
import { labelOf, partsOf, takeBackChanges } from "./take-back.ts";
import type { Undoable, UndoStack } from "./undo-stack.ts";

/** Dialogue that is open and undoes its own gestures at once; each answers whether the last change is one of them. */
export interface OwnUndo {
  undo(): boolean;
  redo(): boolean;
  /** Reads what was changed elsewhere. */
  catchUp(): Promise<void>;
}

export type Verb = "undone" | "redone";

/** Parts of a page that its undo needs. */
export interface UndoParts {
  readonly stack: UndoStack;
  readonly projectId: string;
  readonly client: StudioClient;
  readonly queries: QueryClient;
  readonly dialogues: ReadonlySet<OwnUndo>;
}

/** The undo of a project at work. */
export interface UndoDesk {
  /** Undoes or redoes the change that is next. */
  step(verb: Verb): void;
  close(): void;
}

const LAST = "The last change";

/** Records what this page changes on the stack, joins the toasts, and undoes and redoes. Fetched after the first press of a person. */
export function openDesk({ stack, projectId, client, queries, dialogues }: UndoParts): UndoDesk {
  // A toast's Undo that was pressed: what it changes is the redo of that change.
  let pressed: { readonly id: string; readonly turn: number } | null = null;
  let before: Promise<void> = Promise.resolve();

  const record = ({ path, input, answer, seq, turn }: RecordedChange) => {
    if (!isUndone(path) || (input as { project_id?: unknown }).project_id !== projectId) return;
    const parts = partsOf(path, input as Record<string, unknown>, answer);
    const id = crypto.randomUUID();
    const change: Undoable = { ...parts, id, label: null, graphId: null, commits: [seq], unsent: [], turn };
    const undone = pressed?.turn === turn ? stack.store.getState().done.find((each) => each.id === pressed?.id) : null;
    if (undone == null) stack.add(change);
    else stack.undid([undone.id], { ...undone, id, commits: [seq], turn: -1 });
  };

  const join = (text: string, undo: () => void) => {
    const { nextUndo: last } = stack;
    if (last === undefined) return null;
    if (last.graphId !== null) return last.turn === currentTurn() ? { change: last.id, undo } : null;
    const id = last.turn === turnOfLatest() ? callLast(stack, text) : null;
    if (id === null) return null;
    const undoIt = () => {
      pressed = { id, turn: currentTurn() };
      undo();
    };
    return { change: id, undo: undoIt };
  };

  const nextOf = (verb: Verb) => (verb === "undone" ? stack.nextUndo : stack.nextRedo);

  /** Takes the top of one side back on the server, and puts what takes that back on the other side. */
  async function go(verb: Verb): Promise<void> {
    const isUndo = verb === "undone";
    const { done, undone } = stack.store.getState();
    const some = together(isUndo ? done : undone);
    const last = some.at(-1);
    if (last === undefined) return showToast({ text: `There is nothing to ${isUndo ? "undo" : "redo"}.` });
    if (some.some(({ unsent }) => unsent.length > 0))
      return showToast({ text: `“${last.label ?? LAST}” is not saved yet. Try again in a moment.` });
    const ids = some.map(({ id }) => id);
    const { label, commits, left } = await takeBackChanges(client, projectId, some, isUndo);
    const parts = {
      made: some.flatMap(({ made }) => made),
      isPartMade: some.some(({ isPartMade }) => isPartMade),
      deleted: some.flatMap(({ deleted }) => deleted),
    };
    const back = { ...last, ...parts, id: crypto.randomUUID(), label, graphId: null, commits, turn: -1 };
    if (isUndo) stack.undid(ids, commits.length === 0 ? null : back);
    else stack.redid(ids, commits.length === 0 ? null : back);
    dismissUndone(ids);
    const words = label ?? LAST;
    if (commits.length === 0) showToast({ text: `${words}: not ${verb}.`, lines: left });
    else if (left.length > 0) showToast({ text: `${words}: not all of it is ${verb}.`, lines: left });
    else showToast({ text: `${words}, ${verb}.` });
    for (const dialogue of dialogues) void dialogue.catchUp();
    void queries.invalidateQueries();
  }

  function step(verb: Verb): void {
    const top = nextOf(verb);
    if (top === undefined) {
      // A result that only its toast can take back.
      const toast = verb === "undone" ? shownToasts().findLast((each) => each.undo !== undefined) : undefined;
      if (toast === undefined) void go(verb);
      else {
        dismissToast(toast.id);
        toast.undo?.();
      }
      return;
    }
    if ([...dialogues].some((dialogue) => (verb === "undone" ? dialogue.undo() : dialogue.redo()))) {
      if (nextOf(verb)?.id === top.id) return;
      dismissUndone([top.id]);
      showToast({ text: `${labelOf([top]) ?? LAST}, ${verb}.` });
      return;
    }
    // One press after the other, however fast they come.
    before = before
      .then(() => go(verb))
      .catch((error: unknown) => showToast({ text: `Not ${verb}. ${whyNot(error)}` }));
  }

  const endings = [onRecorded(record), joinToasts(join)];
  return {
    step,
    close: () => {
      for (const end of endings) end();
    },
  };
}
