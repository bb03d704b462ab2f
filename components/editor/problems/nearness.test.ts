import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byNearness, nearness } from "./nearness.ts";

describe("nearness of names", () => {
  it("puts what a person would pick first", () => {
    const nodes = ["The knotted cord", "Open the gate", "A low card, played high", "Gate, opened"];
    const first = (wanted: string) => byNearness(nodes, wanted, (name) => name)[0];
    expect(first("gate_open")).toBe("Open the gate");
    expect(first("knoted cord")).toBe("The knotted cord");
    expect(first("")).toBe("The knotted cord");
    expect(nearness("Élan", "elan")).toBe(1);
  });

  it("is 1 for the same name, symmetric, and never out of bounds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        const score = nearness(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(nearness(b, a)).toBe(score);
        expect([0, 1]).toContain(nearness(a, a));
      }),
    );
  });
});
