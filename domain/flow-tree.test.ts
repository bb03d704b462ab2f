import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { flowTree } from "./flow-tree.ts";
import { type ReadNode, readingOrder } from "./reading-order.ts";

function graph(edges: Record<string, (string | null)[]>): Map<string, ReadNode> {
  return new Map(
    Object.entries(edges).map(([id, targets]) => [
      id,
      { branches: targets.map((target_node_id) => ({ target_node_id })) },
    ]),
  );
}

/** The tree as indented lines; a way begins with a dash. */
function drawn(edges: Record<string, (string | null)[]>): string[] {
  const nodes = graph(edges);
  const { reached, unreached } = readingOrder(null, nodes);
  const depths = new Map<string, number>();
  return flowTree([...reached, ...unreached], nodes).map(({ id, parent, isWay }) => {
    const depth = parent === null ? 0 : (depths.get(parent) ?? Number.NaN) + 1;
    depths.set(id, depth);
    return `${"  ".repeat(depth)}${isWay ? "-" : ""}${id}`;
  });
}

describe("the tree of a dialogue's flow", () => {
  test("given lines that follow one another, then they stand at one depth", () => {
    expect(drawn({ a: ["b"], b: ["c"], c: [] })).toEqual(["a", "b", "c"]);
  });

  test("given a choice, then each way stands one deeper with what follows it", () => {
    expect(drawn({ a: ["b", "d"], b: ["c"], c: [], d: [] })).toEqual(["a", "  -b", "  c", "  -d"]);
  });

  test("given ways that meet again, then the story goes on beside the choice, after both", () => {
    const edges = { a: ["b", "c"], b: ["d"], c: ["d"], d: ["e", "f"], e: ["g"], f: ["g"], g: [] };
    expect(drawn(edges)).toEqual(["a", "  -b", "  -c", "d", "  -e", "  -f", "g"]);
  });

  test("given a way that leads straight to where another one comes to as well, then that is no way of the choice alone", () => {
    expect(drawn({ a: ["c", "b"], b: ["c"], c: [] })).toEqual(["a", "  -b", "c"]);
  });

  test("given a hub to which its ways come back, then they stay its ways", () => {
    expect(drawn({ a: ["h"], h: ["x", "y", "z"], x: ["h"], y: ["h"], z: [] })).toEqual([
      "a",
      "h",
      "  -x",
      "  -y",
      "  -z",
    ]);
  });

  test("given a part that nothing leads to, then it begins anew, wherever it leads", () => {
    expect(drawn({ a: ["b"], b: [], x: ["y"], y: [] })).toEqual(["a", "b", "x", "y"]);
  });

  test("every card has one place, behind its parent, whatever the graph", () => {
    const ids = ["a", "b", "c", "d", "e", "f", "g"];
    const target = fc.constantFrom(...ids, "gone", null);
    fc.assert(
      fc.property(fc.array(fc.array(target, { maxLength: 4 }), { minLength: 1, maxLength: 7 }), (lists) => {
        const nodes = graph(Object.fromEntries(lists.map((list, at) => [ids[at], list])));
        const { reached, unreached } = readingOrder(null, nodes);
        const places = flowTree([...reached, ...unreached], nodes);
        expect(places.map(({ id }) => id).toSorted()).toEqual([...nodes.keys()].toSorted());
        // Preorder: whatever lies between a card and its parent lies behind that parent too.
        const open: string[] = [];
        for (const { id, parent } of places) {
          while (open.length > 0 && open.at(-1) !== parent) open.pop();
          expect(open.at(-1) ?? null).toBe(parent);
          open.push(id);
        }
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  test("a chain of 20,000 cards with a choice in every tenth stays flat, and takes no more stack than one", () => {
    const edges: Record<string, string[]> = {};
    for (let at = 0; at < 20_000; at++) edges[`n${at}`] = at % 10 === 0 ? [`n${at + 1}`, `n${at + 2}`] : [`n${at + 1}`];
    const nodes = graph(edges);
    const { reached } = readingOrder(null, nodes);
    expect(reached).toHaveLength(20_000);
    const parents = new Set(flowTree(reached, nodes).map(({ parent }) => parent));
    expect(parents.size).toBe(2_001);
  });
});
