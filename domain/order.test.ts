import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignOrder, isOrderKey, keysBetween } from "./order.ts";

const STORED_KEYS =
  "Zw Zx Zy ZyF ZyF3 ZyF7 ZyFF ZyFV ZyG ZyH ZyI ZyJ ZyL ZyN ZyV Zyc Zyg Zyi Zyk Zz Zz1 Zz3 Zz5 Zz6 Zz7 ZzF ZzV Zzc Zzg Zzk a0 a07 a0F a0V a0k a1 a1V a1k a2 a27 a2F a2N a2V a3 a3F a3N a3V a4";

/** Byte order of ASCII keys, as COLLATE "C" has it. */
function ascending(keys: readonly string[]): boolean {
  return keys.every((key, i) => i === 0 || (keys[i - 1] ?? "") < key);
}

describe("keysBetween", () => {
  it("stays short when things are appended or prepended one at a time", () => {
    let last: string | null = null;
    let first: string | null = null;
    for (let i = 0; i < 5_000; i++) {
      last = keysBetween(last, null, 1)[0] ?? null;
      first = keysBetween(null, first, 1)[0] ?? null;
    }
    expect(last?.length).toBeLessThanOrEqual(4);
    expect(first?.length).toBeLessThanOrEqual(4);
  });

  it("gives keys in order, inside the bounds, in any sequence of insertions", () => {
    const step = fc.record({ at: fc.nat(), count: fc.integer({ min: 0, max: 5 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const keys: string[] = [];
        for (const { at, count } of steps) {
          const index = at % (keys.length + 1);
          const made = keysBetween(keys[index - 1] ?? null, keys[index] ?? null, count);
          expect(made).toHaveLength(count);
          keys.splice(index, 0, ...made);
          expect(ascending(keys)).toBe(true);
          expect(keys.every(isOrderKey)).toBe(true);
        }
      }),
    );
  });

  it("goes on between keys that were stored before they came from a library", () => {
    // Made by keysBetween of version 1.0.0: appended, prepended, and put between at places that were drawn by chance.
    const stored = STORED_KEYS.split(" ");
    expect(stored.every(isOrderKey) && ascending(stored)).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 80 }), (places) => {
        const keys: (string | null)[] = [...stored];
        for (const place of places) {
          const index = place % (keys.length + 1);
          keys.splice(index, 0, ...keysBetween(keys[index - 1] ?? null, keys[index] ?? null, 1));
        }
        const all = keys.map(String);
        expect(all.every(isOrderKey) && ascending(all)).toBe(true);
      }),
    );
  });

  it("finds room in the same gap again and again", () => {
    let [low, high] = ["a0", "a1"];
    for (let i = 0; i < 300; i++) {
      const middle = keysBetween(low, high, 1)[0] ?? "";
      expect(low < middle && middle < high).toBe(true);
      if (i % 2 === 0) low = middle;
      else high = middle;
    }
  });

  it("makes a thousand keys in one gap short", () => {
    const keys = keysBetween("a0", "a1", 1_000);
    expect(ascending(["a0", ...keys, "a1"])).toBe(true);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(6);
  });

  it("refuses bounds that are not in order", () => {
    expect(() => keysBetween("a1", "a0", 1)).toThrow(RangeError);
    expect(() => keysBetween("a1", "a1", 1)).toThrow(RangeError);
  });
});

describe("isOrderKey", () => {
  it.each(["a0", "a0V", "Zz", "b00", "zzzzzzzzzzzzzzzzzzzzzzzzzzz"])("accepts %s", (key) => {
    expect(isOrderKey(key)).toBe(true);
  });
  it.each(["", "a", "0", "a00", "a0-", "b0", "é0", `A${"0".repeat(26)}`])("refuses %j", (key) => {
    expect(isOrderKey(key)).toBe(false);
  });
});

describe("assignOrder", () => {
  const start = new Map(keysBetween(null, null, 6).map((key, i) => ["abcdef".charAt(i), key]));
  const changed = (ids: string) => {
    const result = assignOrder(start, ids.split(""));
    expect([...result.keys()].join("")).toBe(ids);
    expect(ascending([...result.values()])).toBe(true);
    return ids
      .split("")
      .filter((id) => result.get(id) !== start.get(id))
      .join("");
  };

  it("changes nothing when nothing moved", () => {
    expect(changed("abcdef")).toBe("");
    expect(changed("acf")).toBe("");
  });

  it("changes only what moved or is new", () => {
    expect(changed("bcdefa")).toBe("a");
    expect(changed("fabcde")).toBe("f");
    expect(changed("abxcdef")).toBe("x");
    expect(changed("badcfe")).toHaveLength(3);
    expect(changed("fedcba")).toHaveLength(5);
  });

  it("replaces keys that are malformed or equal", () => {
    const result = assignOrder(
      new Map([
        ["a", "a0"],
        ["b", "a0"],
        ["c", "a00"],
        ["d", "a1"],
      ]),
      ["a", "b", "c", "d"],
    );
    expect(ascending([...result.values()])).toBe(true);
    expect(result.get("d")).toBe("a1");
  });

  it("gives any wanted order", () => {
    const lists = fc.tuple(fc.shuffledSubarray([..."abcdef"]), fc.shuffledSubarray([..."uvwxyz"]), fc.nat());
    fc.assert(
      fc.property(lists, ([old, fresh, seed]) => {
        const ids = [...old, ...fresh].sort(
          (a, b) => ((a.charCodeAt(0) * seed) % 31) - ((b.charCodeAt(0) * seed) % 31),
        );
        const result = assignOrder(start, ids);
        expect([...result.keys()]).toEqual(ids);
        expect(ascending([...result.values()])).toBe(true);
      }),
    );
  });
});
