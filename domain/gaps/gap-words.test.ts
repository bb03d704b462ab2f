import { expect, test } from "vitest";
import { GAP_KINDS } from "./gap.ts";
import { gapWords } from "./gap-words.ts";

test("every sentence about a gap is one line, names its subjects and fits where it is kept", () => {
  const long = `The keeper’s ${"very ".repeat(100)}old\nlamp`;
  for (const kind of GAP_KINDS) {
    const subjects = [
      { id: "one", name: long },
      { id: "other", name: "The Gate" },
    ];
    const { missing, premise, hooks, promise } = gapWords({ kind, subjects, words: "loves" });
    for (const said of [missing, premise, promise, ...hooks]) {
      expect([kind, said.length <= 500, said.includes("\n")]).toEqual([kind, true, false]);
    }
    expect([kind, premise.includes("The keeper’s")]).toEqual([kind, true]);
    expect(gapWords({ kind, subjects, words: "loves" }).premise).toBe(premise);
  }
});
