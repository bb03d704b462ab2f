import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ReadNode, readingOrder } from "./reading-order.ts";

function graph(edges: Record<string, (string | null)[]>): Map<string, ReadNode> {
  return new Map(
    Object.entries(edges).map(([id, targets]) => [
      id,
      { branches: targets.map((target_node_id) => ({ target_node_id })) },
    ]),
  );
}

describe("reading order", () => {
  test("given two choices, then the first is followed to its end before the second", () => {
    const nodes = graph({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] });
    expect(readingOrder(null, nodes)).toEqual({ reached: ["a", "b", "d", "c"], unreached: [] });
  });

  test("given cards nothing leads to, then they come after, each with what follows it", () => {
    const nodes = graph({ a: [], x: ["y"], b: [], y: [] });
    expect(readingOrder("b", nodes)).toEqual({ reached: ["b"], unreached: ["a", "x", "y"] });
  });

  test("given a start that is gone, then nothing is reached and nothing is left out", () => {
    expect(readingOrder("gone", graph({ a: ["b"], b: ["a", null] }))).toEqual({ reached: [], unreached: ["a", "b"] });
  });

  test("every card is read once, whatever the graph", () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const target = fc.constantFrom(...ids, "gone", null);
    fc.assert(
      fc.property(fc.array(fc.array(target, { maxLength: 4 }), { maxLength: 6 }), fc.option(target), (lists, start) => {
        const nodes = graph(Object.fromEntries(lists.map((list, i) => [ids[i], list])));
        const { reached, unreached } = readingOrder(start, nodes);
        expect([...reached, ...unreached].toSorted()).toEqual([...nodes.keys()].toSorted());
      }),
    );
  });
});
