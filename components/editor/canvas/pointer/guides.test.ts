import { expect, test } from "vitest";
import { align } from "./guides.ts";

const box = { x: 0, y: 0, width: 264, height: 100 };

test("a dragged card keeps to the grid", () => {
  expect(align(box, { x: 13, y: 30 }, [], 5)).toEqual({ by: { x: 16, y: 32 }, guides: [] });
  expect(align({ ...box, x: 3 }, { x: 10, y: 0 }, [], 5).by).toEqual({ x: 13, y: 0 });
});

test("a card that is nearly level with another snaps to it, and a line says so", () => {
  const other = { x: 403, y: 400, width: 264, height: 60 };
  const { by, guides } = align(box, { x: 400, y: 100 }, [other], 5);
  expect(by.x).toBe(403);
  expect(guides).toEqual([{ axis: "x", at: 403, from: 104, to: 460 }]);
});

test("the nearest of several wins, and beyond reach none does", () => {
  const others = [
    { x: 404, y: 400, width: 264, height: 60 },
    { x: 402, y: 600, width: 264, height: 60 },
  ];
  expect(align(box, { x: 400, y: 0 }, others, 5).by.x).toBe(402);
  expect(align(box, { x: 380, y: 0 }, others, 5).by.x).toBe(384);
});
