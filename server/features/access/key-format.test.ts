import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { hashKey, newKey, readKey } from "./key-format.ts";

const VECTOR = "sk_test_pm1_0123456789ABCDEFGHIJKLMNOPQRSTUV21nyfF";

describe("the form of a key", () => {
  it("agrees with the published vector", () => {
    expect(readKey(VECTOR)).toEqual({ kind: "secret", mode: "test" });
    expect(hashKey(VECTOR)).toBe("90e66118cb00c53389242cdc3a5cc1f98bbb06c7ea373b3fde67f6057a4eb6cd");
  });

  it("says what it was made as", () => {
    for (const kind of ["secret", "publishable"] as const) {
      for (const mode of ["live", "test"] as const) {
        const made = newKey(kind, mode);
        expect(made.key).toMatch(/^(sk|pk)_(live|test)_pm1_[0-9A-Za-z]{38}$/);
        expect(readKey(made.key)).toEqual({ kind, mode });
        expect(made.key.startsWith(made.prefix + made.start)).toBe(true);
        expect(made.key.endsWith(made.last4)).toBe(true);
        expect(made.hash).toBe(hashKey(made.key));
      }
    }
  });

  it("uses every character about equally often", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i++) {
      for (const character of newKey("secret", "test").key.slice(12, 44)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(62);
    // 64,000 characters: 1,032 each are expected with a deviation of 32; eight deviations never happen by chance.
    for (const count of counts.values()) expect(Math.abs(count - 1_032)).toBeLessThan(256);
  });

  it("refuses every single wrong character", () => {
    const position = fc.integer({ min: 0, max: VECTOR.length - 1 });
    const character = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_");
    fc.assert(
      fc.property(position, character, (at, other) => {
        fc.pre(VECTOR.charAt(at) !== other);
        return readKey(VECTOR.slice(0, at) + other + VECTOR.slice(at + 1)) === null;
      }),
      { numRuns: rounds({ gate: 1_000, full: 10_000 }) },
    );
  });

  it("refuses anything else", () => {
    for (const text of [
      "",
      "sk_test_",
      VECTOR.slice(0, -1),
      `${VECTOR}0`,
      `${VECTOR}\n`,
      ` ${VECTOR}`,
      VECTOR.toLowerCase(),
    ]) {
      expect(readKey(text)).toBeNull();
    }
  });
});
