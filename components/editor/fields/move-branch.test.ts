import { describe, expect, it } from "vitest";
import { BRANCH_DEFAULTS } from "#domain/dialogue/wire.ts";
import { moveBranch, placeAt } from "./move-branch.ts";

const branch = (id: string) => ({
  ...BRANCH_DEFAULTS,
  id,
  choice_text: id,
  conditions: [],
  effects: [],
  extensions: {},
});
const node = { id: "node_1", branches: ["a", "b", "c"].map(branch) };
const movedBefore = (id: string, to: number) => {
  const [operation] = moveBranch(node, id, to)?.operations ?? [];
  return operation?.op === "branch.move" ? operation.before : undefined;
};

describe("moving a choice", () => {
  it("names the choice it goes before", () => {
    expect(movedBefore("a", 1)).toBe("c");
    expect(movedBefore("a", 2)).toBeNull();
    expect(movedBefore("c", 0)).toBe("a");
    expect(movedBefore("c", 1)).toBe("b");
  });

  it("does nothing where it is already, beyond the ends, and for a choice that is gone", () => {
    expect(moveBranch(node, "b", 1)).toBeNull();
    expect(moveBranch(node, "a", -1)).toBeNull();
    expect(moveBranch(node, "c", 9)).toBeNull();
    expect(moveBranch(node, "x", 0)).toBeNull();
  });

  it("says where it is now", () => {
    expect(moveBranch(node, "a", 2)?.said).toBe("‘a’ is choice 3 of 3 now.");
  });

  it("takes the place under the pointer", () => {
    const middles = [10, 30, 50];
    expect(placeAt(0, middles, 1)).toBe(0);
    expect(placeAt(20, middles, 0)).toBe(0);
    expect(placeAt(35, middles, 0)).toBe(1);
    expect(placeAt(99, middles, 0)).toBe(2);
    expect(placeAt(12, middles, 2)).toBe(1);
  });
});
