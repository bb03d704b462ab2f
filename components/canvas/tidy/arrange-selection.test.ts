import { describe, expect, it } from "vitest";
import { arrangeSelection } from "./arrange-selection.ts";

describe("tidying", () => {
  const places = arrangeSelection({
    cards: [
      { id: "a", targets: ["b", "c", "elsewhere"] },
      { id: "b", targets: ["d"] },
      { id: "c", targets: ["d"] },
      { id: "d", targets: [] },
    ],
    corner: { x: 100, y: -40 },
  });

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
});
