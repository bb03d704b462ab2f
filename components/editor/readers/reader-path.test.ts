import { describe, expect, test } from "vitest";
import { choicesOf, type SentPath, stepsOf } from "./reader-path.ts";

type Page = SentPath["transcript"][number];

const page = (node: string, ways: readonly string[] = [], text: string | null = null): Page => ({
  did: ways.length === 0 ? "begin" : "choose",
  branch_id: ways[0] ?? null,
  text,
  text_marks: [],
  said: [],
  proposed: [],
  trace: [
    ...ways.map((branch_id) => ({ kind: "took" as const, branch_id })),
    { kind: "entered" as const, node_id: node },
  ],
});
const path = (...transcript: Page[]) => ({ transcript });

describe("a path that a reader sent back", () => {
  test("has the branches that were taken without a choice, too, and no words where nothing was said", () => {
    const steps = stepsOf(path(page("gate"), page("well", ["look", "on"], "Look"), page("gate", ["back"], " ")));
    expect(steps.map(({ ways }) => ways)).toEqual([[], ["look", "on"], ["back"]]);
    expect(steps.map(({ nodes }) => nodes)).toEqual([["gate"], ["well"], ["gate"]]);
    expect(steps.map(({ chose }) => chose)).toEqual([null, "Look", null]);
  });

  test("counts a reader once for each way they took at a node, however often they came by", () => {
    const found = choicesOf([
      path(page("gate"), page("well", ["look"]), page("gate", ["back"]), page("well", ["look"])),
      path(page("gate"), page("inn", ["pay"])),
      path(page("gate"), page("well", ["look"]), page("gate", ["back"]), page("inn", ["pay"])),
      path(page("gate")),
    ]);
    expect(found.get("gate")?.readers).toBe(3);
    expect([...(found.get("gate")?.byBranch ?? [])]).toEqual([
      ["look", 2],
      ["pay", 2],
    ]);
    expect(found.get("inn")).toBeUndefined();
  });
});
