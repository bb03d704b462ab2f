import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOperation, applyOperations, performGesture } from "./apply.ts";
import { continued } from "./coalesce.ts";
import type { Content } from "./content.ts";
import type { Operation } from "./operation.ts";
import { anyOperation, branch, smallContent } from "./sample-content.ts";

/** What is seen, in order; what was deleted is nobody's business. */
function seen({ graph, nodes, groups, annotations }: Content) {
  return { graph, nodes: [...nodes], groups: [...groups], annotations: [...annotations] };
}

const unordered = ({ graph, nodes, groups, annotations }: Content) => ({ graph, nodes, groups, annotations });

const gesture = fc.array(anyOperation, { minLength: 1, maxLength: 6 });

/** Nobody deletes something and brings something back in one go. */
function isOfOnePiece(operations: readonly Operation[]): boolean {
  return !operations.some(({ op }) => op.endsWith(".delete")) || !operations.some(({ op }) => op.endsWith(".restore"));
}

describe("a gesture", () => {
  test("and then its inverse leave everything as it was", () => {
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 4 }), gesture.filter(isOfOnePiece), (before, operations) => {
        const start = before.reduce(applyOperations, smallContent());
        const { content, inverse } = performGesture(start, operations);
        expect(seen(applyOperations(content, inverse))).toEqual(seen(start));
      }),
      { numRuns: 2_000 },
    );
  });

  test("can be redone after it was undone", () => {
    fc.assert(
      fc.property(gesture.filter(isOfOnePiece), (operations) => {
        const { content, inverse } = performGesture(smallContent(), operations);
        const undone = performGesture(content, inverse);
        expect(unordered(applyOperations(undone.content, undone.inverse))).toEqual(unordered(content));
      }),
      { numRuns: 1_000 },
    );
  });

  test("is the same whether its operations are applied together or one by one", () => {
    fc.assert(
      fc.property(gesture, (operations) => {
        const start = smallContent();
        const oneByOne = operations.reduce(applyOperation, start);
        expect(new Map(seen(applyOperations(start, operations)).nodes)).toEqual(new Map(seen(oneByOne).nodes));
      }),
    );
  });

  test("continued by another is both", () => {
    fc.assert(
      fc.property(gesture, gesture, (first, second) => {
        const start = smallContent();
        const both = continued(first, second).operations;
        expect(seen(applyOperations(start, both))).toEqual(
          seen(applyOperations(applyOperations(start, first), second)),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("identity", () => {
  test("typing in one card replaces that card alone, and not its choices", () => {
    const before = smallContent();
    const after = applyOperation(before, { op: "node.update", id: "node_a", patch: { text: "Who?" } });
    expect(after.nodes.get("node_a")).not.toBe(before.nodes.get("node_a"));
    expect(after.nodes.get("node_a")?.branches).toBe(before.nodes.get("node_a")?.branches);
    expect(after.nodes.get("node_b")).toBe(before.nodes.get("node_b"));
    expect(after.groups).toBe(before.groups);
    expect(after.annotations).toBe(before.annotations);
    expect(after.graph).toBe(before.graph);
  });

  test("what changes nothing answers the same content", () => {
    const before = smallContent();
    for (const operation of [
      { op: "node.update", id: "node_a", patch: { text: "Who goes there?" } },
      { op: "node.update", id: "node_gone", patch: { text: "?" } },
      { op: "branch.move", node_id: "node_a", id: "br_a", before: "br_b" },
      { op: "node.restore", id: "node_a" },
      { op: "branch.create", node_id: "node_a", branch: branch("br_a", "twice") },
    ] as const) {
      const after = applyOperation(before, operation);
      expect(after.nodes.get("node_a")).toBe(before.nodes.get("node_a"));
    }
  });

  test("ten thousand cards: keystrokes copy no map but that of the cards", () => {
    const nodes = new Map(
      [...Array(10_000).keys()].map((n) => [`node_${n}`, { ...smallContent().nodes.get("node_b"), id: `node_${n}` }]),
    );
    const before = { ...smallContent(), nodes } as unknown as Content;
    let content = before;
    for (let n = 0; n < 100; n++) {
      content = applyOperation(content, { op: "node.update", id: "node_7", patch: { text: `${n}` } });
    }
    expect(content.groups).toBe(before.groups);
    expect(content.removed).toBe(before.removed);
    expect(content.nodes.get("node_8")).toBe(before.nodes.get("node_8"));
  });
});
