import type { GesturePerformer } from "./gesture-performer.ts";
import type { History, HistoryEntry } from "./history.ts";
import type { OpenContent } from "./open-content.ts";
import type { OthersChanges } from "./others-changes.ts";
import { inTheWay } from "./undo-check.ts";

interface UndoOptions {
  readonly history: History;
  readonly content: OpenContent;
  readonly others: OthersChanges;
  readonly performer: GesturePerformer;
  readonly mayEdit: () => boolean;
  /** Who somebody is, for a sentence. */
  readonly nameOf: (actor: string) => string;
}

/** Taking back what a person did, and doing it again: each is a gesture like any other, unless others' changes are in its way. */
export function createUndoRedo({ history, content, others, performer, mayEdit, nameOf }: UndoOptions) {
  /** Does the inverse of an entry and answers what takes that back; null where there is none, or it was refused. */
  function step(verb: "Undo" | "Redo", entry: HistoryEntry | undefined): HistoryEntry | null {
    if (entry === undefined || !mayEdit()) return null;
    const change = inTheWay(content.seen, others, entry);
    if (change !== undefined) {
      history.refuse(`${nameOf(change.by)} changed this since`);
      return null;
    }
    const { label, inverse: operations, before: after, after: before } = entry;
    const inverse = performer.perform(`${verb}: ${label}`, operations, after);
    return { label, operations, inverse, before, after, mark: others.mark };
  }

  return {
    undo(): void {
      performer.settle();
      const redo = step("Undo", history.nextUndo);
      if (redo !== null) history.undid(redo);
    },
    redo(): void {
      performer.settle();
      const undo = step("Redo", history.nextRedo);
      if (undo !== null) history.redid(undo);
    },
  };
}
