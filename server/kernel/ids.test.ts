import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isId, newId } from "./ids.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("an id made later sorts later, and is one", () => {
  const ids = [1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1].map((now) => newId("node", now));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => isId("node", id))).toBe(true);
  expect(ids[0]).toMatch(/^node_0000000001[0-9a-hjkmnp-tv-z]{16}$/);
});

test("ids are kept as their characters: an import holds a hundred thousand of them", () => {
  newId("node");
  collect();
  const before = process.memoryUsage().heapUsed;
  const ids = Array.from({ length: 20_000 }, () => newId("node"));
  collect();
  // 31 characters, and what the engine keeps beside them; put together one by one they took 540.
  expect((process.memoryUsage().heapUsed - before) / ids.length).toBeLessThan(160);
});
