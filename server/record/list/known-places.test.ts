import { describe, expect, test } from "vitest";
import { KnownPlaces } from "./known-places.ts";

describe("places of a list", () => {
  test("are found by the nearest before a position, and no further before it than was asked for", () => {
    const places = new KnownPlaces();
    for (const position of [3_000, 1_000, 2_000, 2_000]) places.add("a", { position, after: [position] });
    const nearest = (position: number, within = 1_000) => places.before("a", position, within)?.after[0] ?? null;
    expect([999, 1_000, 1_999, 2_000, 2_500, 9_000].map((position) => nearest(position))).toEqual([
      null,
      1_000,
      1_000,
      2_000,
      2_000,
      null,
    ]);
    expect(nearest(2_500, 499)).toBeNull();
    expect(places.before("b", 1_000, 1_000)).toBeNull();
  });

  test("lie apart, and are forgotten list by list", () => {
    const places = new KnownPlaces();
    for (let position = 50; position <= 100_000; position += 50) places.add("a", { position, after: [position] });
    for (let position = 5_000; position <= 100_000; position += 5_000) {
      expect(places.before("a", position, 1_000)?.position).toBeGreaterThan(position - 1_000);
    }
    for (let n = 0; n < 200; n++) places.add(`other ${n}`, { position: 1_000, after: [n] });
    expect(places.before("a", 100_000, 1_000)).toBeNull();
    expect(places.before("other 199", 1_000, 0)?.after).toEqual([199]);
  });
});
