import { describe, expect, it } from "vitest";
import { branch, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { alongOrder, flowOrder } from "./select-along.ts";

describe("the flow", () => {
  const model = placedModelOf(
    [
      makeNode("node_lost"),
      makeNode("node_b", { branches: [branch("br_3", "node_d")] }),
      makeNode("node_a", { branches: [branch("br_1", "node_b"), branch("br_2", "node_c"), branch("br_5", null)] }),
      makeNode("node_c", { branches: [branch("br_4", "node_a")] }),
      makeNode("node_d"),
    ],
    { start: "node_a" },
  );

  it("follows first choices, then the others, then what the start does not reach", () => {
    expect(flowOrder(model)).toEqual(["node_a", "node_b", "node_d", "node_c", "node_lost"]);
    expect(flowOrder(model)).toBe(flowOrder(model));
  });

  it("ends at both ends", () => {
    expect(alongOrder(model, "node_a", 1)).toBe("node_b");
    expect(alongOrder(model, "node_a", -1)).toBeNull();
    expect(alongOrder(model, "node_lost", 1)).toBeNull();
  });
});
