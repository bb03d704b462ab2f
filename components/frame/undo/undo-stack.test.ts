import { beforeEach, describe, expect, it } from "vitest";
import { callLast, together } from "./joined-changes.ts";
import { type Keeper, type Undoable, UndoStack } from "./undo-stack.ts";

let count = 0;
const change = (more: Partial<Undoable> = {}): Undoable => {
  count += 1;
  return {
    id: `c${count}`,
    label: null,
    graphId: null,
    commits: [count],
    unsent: [],
    turn: 1,
    made: [],
    isPartMade: false,
    deleted: [],
    ...more,
  };
};
const labels = ({ store }: UndoStack) => {
  const { done, undone } = store.getState();
  return [done, undone].map((all) => all.map(({ label, commits }) => `${label} ${commits.join("+")}`));
};

beforeEach(() => {
  count = 0;
});

describe("the undo stack of a project", () => {
  it("holds gestures and other changes in one order, and forgets what was undone at the next change", () => {
    const stack = new UndoStack();
    const gesture = change({ label: "Write text", graphId: "dlg_1" });
    const replaced = change({ label: "Replaced 7 times" });
    stack.add(gesture);
    stack.add(replaced);
    stack.undid([replaced.id], { ...replaced, id: "r", commits: [9] });
    expect(labels(stack)).toEqual([["Write text 1"], ["Replaced 7 times 9"]]);
    stack.redid(["r"], { ...replaced, id: "u", commits: [10] });
    expect(labels(stack)).toEqual([["Write text 1", "Replaced 7 times 10"], []]);
    stack.undid(["u"], { ...replaced, id: "r2" });
    stack.add(change({ label: "Made a place" }));
    expect(labels(stack)).toEqual([["Write text 1", "Made a place 3"], []]);
  });

  it("makes one change of those of one press, called as its toast said, and leaves earlier ones alone", () => {
    const stack = new UndoStack();
    stack.add(change({ turn: 1 }));
    stack.add(change({ turn: 2 }));
    stack.add(change({ turn: 2 }));
    const id = callLast(stack, "Deleted 2 places");
    expect(labels(stack)[0]).toEqual(["null 1", "Deleted 2 places 2+3"]);
    expect(stack.nextUndo?.id).toBe(id);
    expect(callLast(stack, "Something else"), "it has its words").toBeNull();
    stack.add(change({ label: "Write text", graphId: "dlg_1" }));
    expect(callLast(stack, "Deleted a card"), "a gesture has words of its own").toBeNull();
  });

  it("learns the commits of a gesture when it is saved, wherever it stands by then", () => {
    const stack = new UndoStack();
    const gesture = change({ label: "Write text", graphId: "dlg_1", commits: [], unsent: ["e1", "e2"] });
    stack.add(gesture);
    stack.saved("e1", 7);
    expect(stack.nextUndo).toMatchObject({ commits: [7], unsent: ["e2"] });
    stack.undid([], null);
    stack.saved("e2", null);
    expect(stack.nextUndo).toMatchObject({ commits: [7], unsent: [] });
  });

  it("forgets entries of the outbox that were discarded, but not those of an earlier page", () => {
    const stack = new UndoStack();
    stack.add(change({ unsent: ["old"], turn: -1 }));
    stack.add(change({ unsent: ["gone", "kept"] }));
    stack.keepUnsent(new Set(["kept"]));
    expect(stack.store.getState().done.map(({ unsent }) => unsent)).toEqual([["old"], ["kept"]]);
  });

  it("takes gestures that were sent together as one", () => {
    const all = [change({ commits: [4] }), change({ commits: [5] }), change({ commits: [5] })];
    expect(together(all).map(({ id }) => id)).toEqual(["c2", "c3"]);
    expect(together(all.with(-1, change({ commits: [] })))).toHaveLength(1);
    expect(together([])).toEqual([]);
  });

  it("outlives a reload, and a storage that is full or broken", () => {
    const held = new Map<string, string>();
    const keeper: Keeper = {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, text) => void held.set(key, text),
    };
    const stack = new UndoStack(keeper, "a");
    stack.add(change({ label: "Deleted “The inn”" }));
    expect(labels(new UndoStack(keeper, "a"))[0]).toEqual(["Deleted “The inn” 1"]);
    expect(labels(new UndoStack(keeper, "b"))[0]).toEqual([]);
    held.set("a", "{");
    expect(labels(new UndoStack(keeper, "a"))[0]).toEqual([]);
    const full = new UndoStack(
      {
        getItem: () => null,
        setItem: () => {
          throw new Error("full");
        },
      },
      "a",
    );
    full.add(change({ label: "Write text" }));
    expect(full.nextUndo?.label).toBe("Write text");
  });
});
