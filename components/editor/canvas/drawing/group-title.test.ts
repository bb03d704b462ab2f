import { expect, test } from "vitest";
import { stickyTitle } from "./group-title.ts";

const window = { width: 1_000, height: 600 };
const title = { width: 120, height: 20 };

test("a title stands in the corner of its group while that is seen", () => {
  expect(stickyTitle({ x: 100, y: 50, width: 400, height: 300 }, title, window)).toEqual({ x: 100, y: 50 });
});

test("a title stays in the window while any of its group is, and never leaves the group", () => {
  expect(stickyTitle({ x: -500, y: -900, width: 2_000, height: 2_000 }, title, window)).toEqual({ x: 8, y: 8 });
  expect(stickyTitle({ x: -300, y: -200, width: 400, height: 210 }, title, window)).toBeNull();
  expect(stickyTitle({ x: -300, y: -200, width: 400, height: 218 }, title, window)).toEqual({ x: -20, y: -2 });
});

test("a group out of sight has no title", () => {
  expect(stickyTitle({ x: 1_200, y: 0, width: 400, height: 300 }, title, window)).toBeNull();
  expect(stickyTitle({ x: 0, y: -310, width: 400, height: 300 }, title, window)).toBeNull();
});
