import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNear, nearKeys } from "./near-words.ts";

describe("near words", () => {
  test("are one letter apart, have two that changed places, or begin with the other", () => {
    const near = [
      "typscript typescript",
      "typsecript typescript",
      "eror error",
      "reedis redis",
      "mongod mongo",
      "mongo mongodb",
    ];
    for (const each of near) expect([each, isNear(...(each.split(" ") as [string, string]))]).toEqual([each, true]);
    const far = ["mango mongo", "k9s k8s", "mara mark2", "sea seal"];
    for (const each of far) {
      const [a = "", b = ""] = each.split(" ");
      expect([each, isNear(a, b)]).toEqual([each, false]);
    }
  });

  test("share a key", () => {
    const letters = fc
      .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 })
      .map((each) => each.join(""));
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        if (one === other || !isNear(one, other)) return;
        const keys = new Set(nearKeys(one));
        expect(nearKeys(other).some((key) => keys.has(key))).toBe(true);
      }),
      { endOnFailure: true },
    );
  });
});
