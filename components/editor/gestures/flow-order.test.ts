import { describe, expect, it } from "vitest";
import { alongOrder, flowOrder } from "./flow-order.ts";
import { branch, card, paperOf } from "./gestures.fixture.ts";

describe("the flow", () => {
  const paper = paperOf(
    [
      card("node_lost"),
      card("node_b", { branches: [branch("br_3", "node_d")] }),
      card("node_a", { branches: [branch("br_1", "node_b"), branch("br_2", "node_c"), branch("br_5", null)] }),
      card("node_c", { branches: [branch("br_4", "node_a")] }),
      card("node_d"),
    ],
    { start: "node_a" },
  );

  it("follows first choices, then the others, then what the start does not reach", () => {
    expect(flowOrder(paper)).toEqual(["node_a", "node_b", "node_d", "node_c", "node_lost"]);
    expect(flowOrder(paper)).toBe(flowOrder(paper));
  });

  it("ends at both ends", () => {
    expect(alongOrder(paper, "node_a", 1)).toBe("node_b");
    expect(alongOrder(paper, "node_a", -1)).toBeNull();
    expect(alongOrder(paper, "node_lost", 1)).toBeNull();
  });
});
