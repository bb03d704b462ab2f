import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { type LayoutNode, layOut, NODE_BOX } from "./layout.ts";

function node(key: string, targets: string[] = [], x: number | null = null, y: number | null = null): LayoutNode {
  return { key, targets, x, y };
}

function overlapping(positions: Iterable<{ x: number; y: number }>): number {
  const list = [...positions];
  let count = 0;
  for (const [i, a] of list.entries()) {
    for (const b of list.slice(i + 1)) {
      if (Math.abs(a.x - b.x) < NODE_BOX.width && Math.abs(a.y - b.y) < NODE_BOX.height) count++;
    }
  }
  return count;
}

describe("layOut", () => {
  it("puts the start left and what follows to its right, without overlap", () => {
    const nodes = [node("end"), node("b", ["end"]), node("a", ["end"]), node("start", ["a", "b", "missing"])];
    const positions = layOut(nodes, "start");
    const x = (key: string) => positions.get(key)?.x ?? Number.NaN;
    expect([x("start"), x("a"), x("b"), x("end")]).toEqual([0, 360, 360, 720]);
    expect(overlapping(positions.values())).toBe(0);
  });

  it("keeps a layer that is higher than a page in columns side by side, in its order", () => {
    const leaves = Array.from({ length: 300 }, (_, i) => node(`n${i}`));
    const star = [
      node(
        "s",
        leaves.map(({ key }) => key),
      ),
      ...leaves,
    ];
    const positions = layOut(star, "s");
    const all = [...positions.values()];
    const high = Math.max(...all.map(({ y }) => y)) - Math.min(...all.map(({ y }) => y));
    const wide = Math.max(...all.map(({ x }) => x));
    expect(wide / high).toBeGreaterThan(1);
    expect(wide / high).toBeLessThan(4);
    expect(overlapping(all)).toBe(0);
    const columns = leaves.map(({ key }) => positions.get(key)?.x ?? 0);
    expect(columns).toEqual(columns.toSorted((a, b) => a - b));
  });

  it("leaves the room that something wide needs", () => {
    const positions = layOut([node("a", ["b"]), { ...node("b", ["c"]), width: 1_200 }, node("c")], "a");
    expect(["a", "b", "c"].map((key) => positions.get(key)?.x)).toEqual([0, 360, 1_656]);
  });

  it("uncrosses what can be uncrossed", () => {
    const nodes = [
      node("s", ["a", "b", "c"]),
      node("a", ["z"]),
      node("b", ["y"]),
      node("c", ["x"]),
      node("x"),
      node("y"),
      node("z"),
    ];
    const positions = layOut(nodes, "s");
    const order = (keys: string[]) =>
      keys.sort((p, q) => (positions.get(p)?.y ?? 0) - (positions.get(q)?.y ?? 0)).join("");
    expect([order(["a", "b", "c"]), order(["x", "y", "z"])]).toEqual(["abc", "zyx"]);
  });

  it("puts separate parts below one another and single nodes in rows", () => {
    const nodes = [
      node("a", ["b"]),
      node("b"),
      node("c", ["d"]),
      node("d"),
      ...[1, 2, 3, 4, 5].map((n) => node(`s${n}`)),
    ];
    const positions = layOut(nodes, null);
    expect(positions.get("c")?.y).toBeGreaterThan(positions.get("b")?.y ?? 0);
    expect(positions.get("s1")?.y).toBeGreaterThan(positions.get("d")?.y ?? 0);
    expect(positions.get("s5")?.x).toBe(0);
    expect(overlapping(positions.values())).toBe(0);
  });

  it("keeps given places and finds free room for the rest", () => {
    const nodes = [
      node("a", ["b", "c", "d"], 10, 20),
      node("b", [], 400, 20),
      node("c"),
      node("d", ["e"]),
      node("e"),
      node("f"),
    ];
    const positions = layOut(nodes, "a");
    expect(positions.get("a")).toEqual({ x: 10, y: 20 });
    expect(positions.get("b")).toEqual({ x: 400, y: 20 });
    expect(positions.get("c")?.x).toBe(360);
    expect(overlapping(positions.values())).toBe(0);
  });

  it("spreads stacks: nodes on the spot of an earlier one are laid out anew", () => {
    const all = layOut([node("a", ["b"], 0, 0), node("b", ["c"], 0, 0), node("c", [], 0, 0)], "a");
    expect([...all.values()].map((position) => position.x)).toEqual([0, 360, 720]);
    const some = layOut([node("a", [], 5, 5), node("b", [], 5, 5), node("c", [], 900, 0)], null);
    expect(some.get("a")).toEqual({ x: 5, y: 5 });
    expect(overlapping(some.values())).toBe(0);
  });

  it("never puts two nodes on one spot, keeps every place of a second run, and depends on nothing else", () => {
    const coordinate = fc.option(
      fc.oneof(
        fc.integer({ min: -3, max: 3 }).map((n) => n * 100),
        fc.constantFrom(1e300, -1e12, 0.5, -0, Number.NaN),
      ),
      { nil: null },
    );
    const nodes = fc
      .array(fc.record({ x: coordinate, y: coordinate, targets: fc.array(fc.nat(14), { maxLength: 4 }) }), {
        maxLength: 14,
      })
      .map((list) => list.map((n, i) => ({ ...n, key: `n${i}`, targets: n.targets.map((t) => `n${t}`) })));
    fc.assert(
      fc.property(nodes, fc.nat(14), (list, start) => {
        const positions = layOut(list, `n${start}`);
        expect(positions.size).toBe(list.length);
        expect(new Set([...positions.values()].map(({ x, y }) => `${x},${y}`)).size).toBe(list.length);
        const again = layOut(
          list.map((n) => ({ ...n, ...positions.get(n.key) })),
          `n${start}`,
        );
        expect(again).toEqual(positions);
        expect(layOut(list, `n${start}`)).toEqual(positions);
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });

  it("lays out thousands of nodes, however they hang together", () => {
    const random = Array.from({ length: 5_000 }, (_, i) =>
      node(`n${i}`, [`n${(i * 7919) % 5_000}`, `n${(i * 31 + 7) % 5_000}`]),
    );
    const chain = Array.from({ length: 5_000 }, (_, i) => node(`n${i}`, [`n${i + 1}`]));
    const star = [
      node(
        "hub",
        chain.map((n) => n.key),
      ),
      ...chain.map((n) => node(n.key, ["hub"])),
    ];
    const half = random.map((n, i) => (i % 2 === 0 ? { ...n, x: (i % 100) * 360, y: Math.floor(i / 100) * 300 } : n));
    for (const nodes of [random, chain, star, half]) {
      const positions = layOut(nodes, nodes[0]?.key ?? null);
      expect(new Set([...positions.values()].map(({ x, y }) => `${x},${y}`)).size).toBe(nodes.length);
    }
  });
});
