import { describe, expect, it } from "vitest";
import { areMarks, describeMarks } from "./describe-marks.ts";

describe("marks in words", () => {
  it("given marks, then each kind is told with its number of places", () => {
    expect(
      describeMarks([
        { kind: "strong", start: 0, end: 1 },
        { kind: "emphasis", start: 1, end: 2 },
        { kind: "strong", start: 3, end: 4 },
      ]),
    ).toBe("emphasised in 1 place, strong in 2 places");
    expect(describeMarks([])).toBe("none");
  });
  it("given other lists, then they are none of marks", () => {
    expect(areMarks([{ kind: "strong", start: 0, end: 1 }])).toBe(true);
    for (const value of [[], null, "strong", [{ kind: "line" }], ["strong"], [null]])
      expect(areMarks(value)).toBe(false);
  });
});
