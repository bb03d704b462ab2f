import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordDiff } from "./word-diff.ts";

const only = (parts: ReturnType<typeof wordDiff>, kind: "removed" | "added") =>
  parts
    .filter((part) => part.kind === "same" || part.kind === kind)
    .map(({ text }) => text)
    .join("");

describe("differences of texts", () => {
  it("are words", () => {
    expect(wordDiff("The old gate creaks.", "The new gate creaks loudly.")).toEqual([
      { kind: "same", text: "The " },
      { kind: "removed", text: "old" },
      { kind: "added", text: "new" },
      { kind: "same", text: " gate creaks" },
      { kind: "added", text: " loudly" },
      { kind: "same", text: "." },
    ]);
    expect(wordDiff("", "A line")).toEqual([{ kind: "added", text: "A line" }]);
    expect(wordDiff("", "")).toEqual([]);
  });

  it("keep both texts whole", () => {
    const words = fc.array(fc.constantFrom("gate", "old", " ", ".", "\n", "été", "門", "’s", "🜂"), { maxLength: 30 });
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      words.map((list) => list.join("")),
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        expect(only(parts, "removed")).toBe(before);
        expect(only(parts, "added")).toBe(after);
      }),
    );
  });

  // A search without a limit would take hours of it, far beyond the limit of a test.
  it("stay quick for very long texts", () => {
    const long = (word: string) => Array.from({ length: 200_000 }, (_, i) => `${word}${i}`).join(" ");
    const parts = wordDiff(long("a"), long("b"));
    expect(only(parts, "added")).toBe(long("b"));
  });
});
