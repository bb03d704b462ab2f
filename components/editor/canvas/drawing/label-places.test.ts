import { expect, test } from "vitest";
import { LabelPlaces } from "./label-places.ts";

test("a title takes the first of its places where it covers no other, or none", () => {
  const places = new LabelPlaces({ width: 1_000, height: 600 });
  const size = { width: 100, height: 15 };
  expect(places.first([{ x: 0, y: 0 }], size)).toEqual({ x: 0, y: 0, ...size });
  expect(
    places.first(
      [
        { x: 50, y: 10 },
        { x: 50, y: 15 },
      ],
      size,
    ),
  ).toEqual({ x: 50, y: 15, ...size });
  expect(
    places.first(
      [
        { x: 90, y: 5 },
        { x: 149, y: 29 },
      ],
      size,
    ),
  ).toBeNull();
  expect(places.first([{ x: 150, y: 15 }], size)).toEqual({ x: 150, y: 15, ...size });
});

test("a title grows to its right, up to the next one in its line", () => {
  const places = new LabelPlaces({ width: 1_000, height: 600 });
  const size = { width: 40, height: 15 };
  const [first, next] = [0, 100].map((x) => places.first([{ x, y: 0 }], size));
  if (first == null || next == null) throw new Error("both have room");
  places.first([{ x: 60, y: 15 }], size);
  expect(places.widen(first, 70)).toMatchObject({ x: 0, width: 70 });
  expect(places.widen(next, 500)).toMatchObject({ x: 100, width: 500 });
  expect(places.first([{ x: 50, y: 0 }], size)).toBeNull();
});

test("a title that has no room beside it stays as it is", () => {
  const places = new LabelPlaces({ width: 1_000, height: 600 });
  const first = places.first([{ x: 0, y: 0 }], { width: 40, height: 15 });
  places.first([{ x: 40, y: 5 }], { width: 40, height: 15 });
  expect(first && places.widen(first, 90)).toEqual(first);
});

test("a title covers none of what it may not, and never leaves the window", () => {
  const places = new LabelPlaces({ width: 200, height: 100 }, [{ x: 100, y: 0, width: 20, height: 50 }]);
  const size = { width: 40, height: 15 };
  const taken = (x: number, y: number) => places.first([{ x, y }], size) !== null;
  expect([taken(90, 40), taken(-1, 60), taken(161, 60), taken(0, 86), taken(90, 50)]).toEqual([
    ...[false, false, false, false],
    true,
  ]);
  const first = places.first([{ x: 20, y: 10 }], size);
  expect(first && places.widen(first, 500)).toMatchObject({ x: 20, width: 80 });
});
