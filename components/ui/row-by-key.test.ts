import { expect, test } from "vitest";
import { rowByKey } from "./row-by-key.ts";

test("keys stop at both ends", () => {
  const to = (key: string, at: number) => rowByKey(6, at, key, 4);
  expect([to("ArrowUp", 0), to("PageUp", 2), to("Home", 5)]).toEqual([0, 0, 0]);
  expect([to("ArrowDown", 5), to("PageDown", 3), to("End", 0)]).toEqual([5, 5, 5]);
  expect([to("ArrowDown", 1), to("PageDown", 0), to("Enter", 0)]).toEqual([2, 4, undefined]);
});
