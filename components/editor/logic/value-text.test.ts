import { describe, expect, it } from "vitest";
import { numberOfText } from "#domain/number-of-text.ts";
import { shownValue, valueOfText } from "./value-text.ts";

describe("typed values", () => {
  it.each([
    ["3", "integer", 3],
    [" -2 ", "integer", -2],
    ["−2", "integer", -2],
    ["1,5", "number", 1.5],
    [".5", "number", 0.5],
    ["three", "integer", "three"],
    ["", "number", ""],
    ["yes", "boolean", true],
    ["false", "boolean", false],
    ["maybe", "boolean", "maybe"],
    [" as it is ", "string", " as it is "],
    ["calm", "enum", "calm"],
  ] as const)("%j as %s", (text, type, value) => {
    expect(valueOfText(text, type)).toBe(value);
  });

  it("takes no number that is not finite", () => {
    expect(numberOfText("1e999")).toBeNull();
    expect(numberOfText("Infinity")).toBeNull();
    expect(numberOfText("0x10")).toBeNull();
  });

  it("shows that a text is empty", () => {
    expect(shownValue("", "string")).toBe("“”");
    expect(shownValue(false, "boolean")).toBe("no");
  });
});
