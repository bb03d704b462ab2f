import { expect, test } from "vitest";
import { tokenCounter } from "./token-count.ts";

test("counts words as the encoding does, and what looks like a model's mark as text", async () => {
  const count = await tokenCounter();
  expect(count("Mara keeps the light.")).toBe(6);
  expect(count("<|endoftext|>")).toBeGreaterThan(1);
});

test("a run without a break is counted in pieces: whole, its time would grow with the square of its length", async () => {
  const count = await tokenCounter();
  const piece = "x".repeat(64);
  expect(count(piece.repeat(500))).toBe(count(Array(500).fill(piece).join(" ")));
  expect(count(" ".repeat(50_000))).toBe(count(" "));
});
