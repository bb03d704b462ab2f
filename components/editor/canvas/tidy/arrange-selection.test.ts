import { describe, expect, it } from "vitest";
import { arrangeSelection } from "./arrange-selection.ts";

const node = (id: string, targets: string[], height = 160) => ({ id, targets, width: 256, height });
const SQUARE = [node("a", ["b", "c", "elsewhere"]), node("b", ["d"]), node("c", ["d"]), node("d", [])];
const corner = { x: 100, y: -40 };

describe("tidying", () => {
  const places = arrangeSelection({ nodes: SQUARE, corner, others: [] });

  it("keeps the corner of what is tidied", () => {
    const all = [...places.values()];
    expect([Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))]).toEqual([100, -40]);
  });

  it("lays cards from left to right, each in its layer", () => {
    const x = (id: string) => places.get(id)?.x ?? 0;
    expect([x("b") - x("a"), x("d") - x("c")]).toEqual([360, 360]);
    expect(x("b")).toBe(x("c"));
    expect(places.get("b")).not.toEqual(places.get("c"));
  });

  it("gives a high card the room it needs", () => {
    const nodes = [node("a", ["b", "c"]), node("b", [], 700), node("c", [], 700)];
    const found = arrangeSelection({ nodes, corner, others: [] });
    expect(Math.abs((found.get("b")?.y ?? 0) - (found.get("c")?.y ?? 0))).toBeGreaterThan(700);
  });

  it("covers nothing that stays: all of it goes straight down, and keeps its shape", () => {
    const inTheWay = { x: 460, y: 0, width: 256, height: 160 };
    const moved = arrangeSelection({ nodes: SQUARE, corner, others: [inTheWay] });
    const down = (moved.get("a")?.y ?? 0) - (places.get("a")?.y ?? 0);
    expect(down).toBeGreaterThan(0);
    for (const [id, { x, y }] of places) expect(moved.get(id)).toEqual({ x, y: y + down });
    for (const { x, y } of moved.values()) {
      expect(
        x < inTheWay.x + inTheWay.width && inTheWay.x < x + 256 && y < inTheWay.y + 160 && inTheWay.y < y + 160,
      ).toBe(false);
    }
    const aside = { ...inTheWay, x: 5_000 };
    expect(arrangeSelection({ nodes: SQUARE, corner, others: [aside] })).toEqual(places);
  });
});
