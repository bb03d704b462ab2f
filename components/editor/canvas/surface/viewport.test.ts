import { expect, test } from "vitest";
import { INSET, levelAt, onScreen, titleScaleAt, viewportFor, viewportShowing, zoomedAt } from "./viewport.ts";
import { lookOf } from "./viewport-address.ts";

const size = { width: 1_000, height: 800 };

test("near, in between and far", () => {
  expect([1, 0.6, 0.59, 0.28, 0.27].map(levelAt)).toEqual(["near", "near", "mid", "mid", "far"]);
});

test("titles keep their size on the screen between near and far, never smaller than on paper", () => {
  for (const zoom of [0.28, 0.3, 0.35, 0.45, 0.55, 0.59]) {
    expect(zoom * titleScaleAt(zoom)).toBeGreaterThanOrEqual(1);
    expect(zoom * titleScaleAt(zoom)).toBeLessThan(1.25);
  }
});

test("the canvas lies in the window as it is moved and zoomed", () => {
  const rect = { x: 100, y: 200, width: 50, height: 60 };
  expect(onScreen(rect, { x: 10, y: -20, zoom: 0.5 })).toEqual({ x: 60, y: 80, width: 25, height: 30 });
});

test("fitting shows all of it clear of the tools, never larger than asked", () => {
  const { x, y, zoom } = viewportFor({ x: -500, y: 100, width: 5_000, height: 300 }, size);
  expect(-500 * zoom + x).toBeCloseTo(INSET.left);
  expect(4_500 * zoom + x).toBeCloseTo(size.width - INSET.right);
  expect(400 * zoom + y).toBeLessThanOrEqual(size.height - INSET.bottom);
  expect(viewportFor({ x: 0, y: 0, width: 10, height: 10 }, size).zoom).toBe(1);
});

test("revealing moves as little as is needed", () => {
  const at = { x: 0, y: 0, zoom: 1 };
  expect(viewportShowing({ x: 300, y: 300, width: 264, height: 100 }, at, size)).toEqual(at);
  expect(viewportShowing({ x: 900, y: 300, width: 264, height: 100 }, at, size)).toEqual({
    ...at,
    x: size.width - INSET.right - 1_164,
  });
});

test("zooming keeps what is under the pointer there", () => {
  const next = zoomedAt({ x: 400, y: 300 }, 0.5, { x: 100, y: 50, zoom: 1 });
  expect((400 - next.x) / next.zoom).toBe(300);
  expect((300 - next.y) / next.zoom).toBe(250);
});

test("the address says what is looked at, and anything else in it is ignored", () => {
  expect(lookOf("?look=120,-40,0.75")).toEqual({ x: 120, y: -40, zoom: 0.75 });
  for (const look of ["", "?look=1,2", "?look=a,b,c", "?look=1,2,90", "?look=1,2,0", "?look=Infinity,0,1"]) {
    expect(lookOf(look)).toBeNull();
  }
});
