import { describe, expect, it } from "vitest";
import { isChangedSinceFinal, NEW_LINE, progressAfter, withFinalText } from "./line-status.ts";

describe("the status of a line", () => {
  it("remembers the words that became final", () => {
    expect(progressAfter(NEW_LINE, { status: "final" }, "Halt.")).toEqual({ status: "final", final_text: "Halt." });
  });

  it("takes the words that are said to be the final ones", () => {
    const said = { status: "final", final_text: "Stop." } as const;
    expect(progressAfter(NEW_LINE, said, "Halt.")).toEqual({ status: "final", final_text: "Stop." });
  });

  it("takes the words of now when final is said again", () => {
    const before = { status: "final", final_text: "Stop." } as const;
    expect(progressAfter(before, { status: "final" }, "Halt.").final_text).toBe("Halt.");
  });

  it("forgets the words of what is final no longer", () => {
    const before = { status: "final", final_text: "Halt." } as const;
    expect(progressAfter(before, { status: "review" }, "Halt.")).toEqual({ status: "review", final_text: null });
    expect(progressAfter(NEW_LINE, { final_text: "Halt." }, "Halt.")).toEqual(NEW_LINE);
  });

  it("says nothing where nothing is said of it", () => {
    expect(progressAfter(NEW_LINE, {}, "Halt.")).toEqual({});
  });

  it("sees that final words were changed, and that they were changed back", () => {
    const final = { status: "final", final_text: "Halt." } as const;
    expect(isChangedSinceFinal(final, "Stop.")).toBe(true);
    expect(isChangedSinceFinal(final, "Halt.")).toBe(false);
    expect(isChangedSinceFinal(NEW_LINE, "Stop.")).toBe(false);
  });

  it("names the final words with a status, for whoever takes it back", () => {
    expect(withFinalText({ status: "draft" })).toEqual({ status: "draft", final_text: null });
    expect(withFinalText({})).toEqual({});
  });
});
