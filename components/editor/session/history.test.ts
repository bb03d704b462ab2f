import { expect, test } from "vitest";
import { UndoStack } from "../../frame/undo/undo-stack.ts";
import { History, type HistoryEntry } from "./history.ts";

const NOTHING = { selection: new Set<string>(), active: null };
const entry = (label: string, ...sent: string[]): HistoryEntry => {
  return { label, operations: [], inverse: [], before: NOTHING, after: NOTHING, mark: 0, sent };
};

test("gestures of an open dialogue lie on the stack of the project among all other changes", () => {
  const stack = new UndoStack();
  const history = new History("dlg_1", stack);
  history.add(entry("Write text", "e1"));
  const other = { id: "c", label: "Replaced 7 times", graphId: null, commits: [9], unsent: [], turn: 0 };
  stack.add({ ...other, made: [], isPartMade: false, deleted: [] });
  expect(history.nextUndo, "the last change is not a gesture").toBeUndefined();
  expect(history.store.getState().undoLabel).toBe("Replaced 7 times");
  stack.undid(["c"], null);
  expect(history.nextUndo?.label).toBe("Write text");
  history.undid(entry("Write text", "e2"));
  expect(history.store.getState()).toMatchObject({ undoLabel: null, redoLabel: "Write text" });
  expect(history.nextRedo?.sent).toEqual(["e2"]);
});

test("a gesture of a dialogue that was left stays to be undone by its commits", () => {
  const stack = new UndoStack();
  const left = new History("dlg_1", stack);
  left.add(entry("Write text", "e1"));
  left.extend(entry("Write text", "e1", "e2"));
  left.close();
  const again = new History("dlg_1", stack);
  expect([again.nextUndo, again.store.getState().undoLabel]).toEqual([undefined, "Write text"]);
  stack.saved("e1", 7);
  stack.saved("e2", 8);
  expect(stack.nextUndo).toMatchObject({ graphId: "dlg_1", commits: [7, 8], unsent: [] });
});
