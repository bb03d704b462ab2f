import { expect, test } from "vitest";
import { sketchBeats } from "./sketch.ts";

test("a beat of a sketch is cut between characters, never within one", () => {
  const waves = `A ${"🌊".repeat(600)}`;
  const [begin, thread = ""] = sketchBeats({ title: "The toll", pov: waves }, [`.${waves}`]);
  expect([begin?.isWellFormed(), thread.isWellFormed()]).toEqual([true, true]);
  expect([...thread].filter((character) => character === "🌊")).toHaveLength(197);
});
