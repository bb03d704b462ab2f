import { expect, test } from "vitest";
import { firstWords } from "./first-words.ts";

test("short texts stay, long ones are cut between words, and scripts without spaces anywhere", () => {
  expect(firstWords("  Salt\n pays. ")).toBe("Salt pays.");
  expect(firstWords("The gate is shut until the tide turns", 20)).toBe("The gate is shut…");
  expect(firstWords("門".repeat(30), 10)).toBe(`${"門".repeat(10)}…`);
  expect(firstWords("🌊".repeat(12), 10)).toBe(`${"🌊".repeat(10)}…`);
});
