import { expect, test } from "vitest";
import { LabelPlaces } from "./label-places.ts";

test("a title takes the first of its places where it covers no other, or none", () => {
  const places = new LabelPlaces();
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
