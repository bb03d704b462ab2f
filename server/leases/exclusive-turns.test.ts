import { setImmediate as breathe } from "node:timers/promises";
import { expect, test } from "vitest";
import { ExclusiveTurns } from "./exclusive-turns.ts";

test("a turn of one's own waits for all shared ones, and is not overtaken", async () => {
  const turns = new ExclusiveTurns();
  const log: string[] = [];
  const first = await turns.share();
  const beside = turns.also();
  const alone = turns.alone();
  void alone.then(() => log.push("alone"));
  const later = turns.share();
  void later.then(() => log.push("later"));
  expect(turns.tryShare()).toBeNull();
  first();
  first();
  await breathe();
  expect(log).toEqual([]);
  beside();
  await breathe();
  expect([log, turns.tryShare()]).toEqual([["alone"], null]);
  (await alone)();
  await breathe();
  expect(log).toEqual(["alone", "later"]);
  (await later)();
  expect(turns.tryShare()).not.toBeNull();
});
