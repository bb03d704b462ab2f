import { describe, expect, it } from "vitest";
import { arrange } from "./arrange.ts";

const node = (id: string, targets: string[], height = 160) => ({ id, targets, width: 264, height });
const SQUARE = [node("a", ["b", "c", "elsewhere"]), node("b", ["d"]), node("c", ["d"]), node("d", [])];
const corner = { x: 100, y: -40 };

describe("tidying", () => {
  const places = arrange({ nodes: SQUARE, corner, shape: 16 / 9, others: [] });

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
    const found = arrange({ nodes, corner, shape: 16 / 9, others: [] });
    expect(Math.abs((found.get("b")?.y ?? 0) - (found.get("c")?.y ?? 0))).toBeGreaterThan(700);
  });

  it("covers nothing that stays: all of it goes straight down, and keeps its shape", () => {
    const inTheWay = { x: 460, y: 0, width: 264, height: 160 };
    const moved = arrange({ nodes: SQUARE, corner, shape: 16 / 9, others: [inTheWay] });
    const down = (moved.get("a")?.y ?? 0) - (places.get("a")?.y ?? 0);
    expect(down).toBeGreaterThan(0);
    for (const [id, { x, y }] of places) expect(moved.get(id)).toEqual({ x, y: y + down });
    for (const { x, y } of moved.values()) {
      expect(
        x < inTheWay.x + inTheWay.width && inTheWay.x < x + 264 && y < inTheWay.y + 160 && inTheWay.y < y + 160,
      ).toBe(false);
    }
    const aside = { ...inTheWay, x: 5_000 };
    expect(arrange({ nodes: SQUARE, corner, shape: 16 / 9, others: [aside] })).toEqual(places);
  });

  it("keeps the cards of a group together, with room for its frame around them, and lets nothing else into it", () => {
    const nodes = [
      { ...node("a", ["b", "x"]), groupId: null },
      { ...node("b", ["c"]), groupId: "grp" },
      { ...node("x", ["y"]), groupId: null },
      { ...node("c", ["y"]), groupId: "grp" },
      { ...node("y", []), groupId: null },
    ];
    const found = arrange({ nodes, corner, shape: 16 / 9, others: [] });
    const at = (id: string) => found.get(id) ?? { x: 0, y: 0 };
    expect(at("c").x - at("b").x).toBe(360);
    const frame = {
      left: at("b").x - 24,
      right: at("c").x + 264 + 24,
      top: at("b").y - 52,
      bottom: at("b").y + 160 + 24,
    };
    for (const id of ["a", "x", "y"]) {
      const { x, y } = at(id);
      const isBeside = x + 264 <= frame.left || x >= frame.right || y + 160 <= frame.top || y >= frame.bottom;
      expect(isBeside, id).toBe(true);
    }
  });

  it("puts notes above the card they are about, where they cover nothing", () => {
    const nodes = SQUARE.map((each) =>
      each.id === "b" ? { ...each, notes: [{ id: "note", width: 300, height: 96 }] } : each,
    );
    const found = arrange({ nodes, corner, shape: 16 / 9, others: [] });
    const note = found.get("note") ?? { x: 0, y: 0 };
    expect(found.get("b")).toEqual({ x: note.x, y: note.y + 112 });
    const c = found.get("c") ?? { x: 0, y: 0 };
    expect(c.y + 160 <= note.y || c.y >= note.y + 112 + 160).toBe(true);
  });
});
