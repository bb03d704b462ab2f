import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { GROUP_HEAD, GROUP_PAD } from "./dialogue/node-metrics.ts";
import { type GroupedNode, layOutGroups } from "./layout-groups.ts";

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const node = (key: string, targets: string[], group: string | null = null): GroupedNode => ({
  ...{ key, targets, group },
  ...{ width: 264, height: 150 },
});

function rectOf({ key, width, height }: GroupedNode, at: ReadonlyMap<string, { x: number; y: number }>): Rect {
  const { x, y } = at.get(key) ?? { x: Number.NaN, y: Number.NaN };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

const around = (rects: readonly Rect[]): Rect => ({
  left: Math.min(...rects.map(({ left }) => left)),
  top: Math.min(...rects.map(({ top }) => top)),
  right: Math.max(...rects.map(({ right }) => right)),
  bottom: Math.max(...rects.map(({ bottom }) => bottom)),
});

/** Frames of groups, and the nodes outside of them. */
function framesOf(nodes: readonly GroupedNode[], at: ReadonlyMap<string, { x: number; y: number }>): Rect[] {
  const within = Map.groupBy(nodes, ({ group, key }) => group ?? `alone ${key}`);
  return [...within.values()].map((members) => {
    const { left, top, right, bottom } = around(members.map((each) => rectOf(each, at)));
    if (members[0]?.group === null) return { left, top, right, bottom };
    return {
      ...{ left: left - GROUP_PAD, right: right + GROUP_PAD },
      ...{ top: top - GROUP_PAD - GROUP_HEAD, bottom: bottom + GROUP_PAD },
    };
  });
}

function overlaps(rects: readonly Rect[]): number {
  let count = 0;
  for (const [i, a] of rects.entries()) {
    for (const b of rects.slice(i + 1)) {
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) count++;
    }
  }
  return count;
}

/** Share of the window's smaller side that all fill where all of them are seen. */
function filled(
  nodes: readonly GroupedNode[],
  at: ReadonlyMap<string, { x: number; y: number }>,
  shape: number,
): number {
  const { left, top, right, bottom } = around(nodes.map((each) => rectOf(each, at)));
  const [width, height] = [(right - left) / shape, bottom - top];
  return Math.min(width, height) / Math.max(width, height);
}

describe("a layout of groups", () => {
  it("lays a few groups from left to right as they follow one another", () => {
    const nodes = [
      node("a", ["b"]),
      node("b", ["c"], "one"),
      node("c", ["d"], "one"),
      node("d", ["e"], "two"),
      node("e", ["b"], "two"),
    ];
    const at = layOutGroups(nodes, "a");
    const xs = ["a", "b", "d"].map((key) => at.get(key)?.x ?? 0);
    expect(xs).toEqual(xs.toSorted((p, q) => p - q));
    expect(overlaps(framesOf(nodes, at))).toBe(0);
  });

  it.each([
    ["a chain", 45, 0],
    ["a chain in groups", 240, 12],
    ["many small groups", 600, 3],
  ])("fills the window with %s, whatever its shape", (_name, count, perGroup) => {
    const nodes = Array.from({ length: count }, (_, i) =>
      node(`n${i}`, [`n${i + 1}`, `n${i - (i % 7)}`], perGroup === 0 ? null : `g${Math.floor(i / perGroup)}`),
    );
    for (const shape of [1.5, 1.9, 2.4]) {
      const at = layOutGroups(nodes, "n0", shape);
      expect(overlaps(framesOf(nodes, at))).toBe(0);
      expect(filled(nodes, at, shape)).toBeGreaterThan(0.6);
    }
  });

  it("lets no frame cover another one or a node outside of it, and depends on nothing but the input", () => {
    const nodes = fc
      .array(
        fc.record({
          targets: fc.array(fc.nat(19), { maxLength: 3 }),
          group: fc.option(fc.constantFrom("one", "two", "three", "four"), { nil: null }),
          height: fc.integer({ min: 60, max: 900 }),
        }),
        { minLength: 1, maxLength: 20 },
      )
      .map((list) =>
        list.map(
          (each, i): GroupedNode => ({
            ...{ key: `n${i}`, targets: each.targets.map((to) => `n${to}`) },
            ...{ group: each.group, height: each.height, width: 264 },
          }),
        ),
      );
    fc.assert(
      fc.property(nodes, fc.nat(19), fc.double({ min: 0.5, max: 4, noNaN: true }), (list, start, shape) => {
        const at = layOutGroups(list, `n${start}`, shape);
        expect(at.size).toBe(list.length);
        expect(overlaps(list.map((each) => rectOf(each, at)))).toBe(0);
        expect(overlaps(framesOf(list, at))).toBe(0);
        expect(layOutGroups(list, `n${start}`, shape)).toEqual(at);
      }),
      { numRuns: rounds({ gate: 60, full: 600 }), endOnFailure: true },
    );
  });
});
