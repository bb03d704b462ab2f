import { describe, expect, it } from "vitest";
import { matchesGlob } from "./glob.ts";

describe("matchesGlob", () => {
  it.each([
    ["**/*.yarn", "a.yarn", true],
    ["**/*.yarn", "x/y/a.yarn", true],
    ["*.yarn", "x/a.yarn", false],
    ["./x/*.yarn", "x/a.YARN", true],
    ["x/**", "x/y/z.yarn", true],
    ["x/**/a?.yarn", "x/y/z/a1.yarn", true],
    ["x/**/a?.yarn", "x/y/z/a12.yarn", false],
    ["**", "a", true],
    ["", "a", false],
    ["a.yarn", "axyarn", false],
  ])("%s and %s: %s", (pattern, path, matches) => expect(matchesGlob(pattern, path)).toBe(matches));

  it("takes no longer for a pattern of many stars", () => {
    expect(matchesGlob(`${"*a".repeat(200)}b`, "a".repeat(400))).toBe(false);
    expect(matchesGlob(`${"**/".repeat(200)}b`, "a/".repeat(200))).toBe(false);
  });
});
