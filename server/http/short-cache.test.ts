import { describe, expect, it } from "vitest";
import { ShortCache } from "./short-cache.ts";

function setUp(capacity = 3) {
  const clock = { time: 1_000, now: () => clock.time };
  const cache = new ShortCache<string>({ clock, spanMs: 500, capacity });
  let loads = 0;
  const load = async () => {
    loads += 1;
    return `answer ${loads}`;
  };
  return { clock, cache, load, loads: () => loads };
}

describe("a short cache", () => {
  it("looks an answer up once for all who ask at the same time", async () => {
    const { cache, load, loads } = setUp();
    const answers = await Promise.all([cache.get("a", load), cache.get("a", load), cache.get("a", load)]);
    expect(answers).toEqual(["answer 1", "answer 1", "answer 1"]);
    expect(loads()).toBe(1);
  });

  it("keeps an answer for its span and no longer", async () => {
    const { cache, clock, load } = setUp();
    await cache.get("a", load);
    clock.time += 499;
    expect(await cache.get("a", load)).toBe("answer 1");
    clock.time += 1;
    expect(await cache.get("a", load)).toBe("answer 2");
  });

  it("counts the span from the start of the look-up", async () => {
    const { cache, clock, load } = setUp();
    const slow = Promise.withResolvers<string>();
    const first = cache.get("a", () => slow.promise);
    clock.time += 500;
    expect(await cache.get("a", load)).toBe("answer 1");
    slow.resolve("late");
    expect(await first).toBe("late");
    expect(await cache.get("a", load)).toBe("answer 1");
  });

  it("is not brought back by a look-up that was under way when it was cleared", async () => {
    const { cache, load } = setUp();
    const slow = Promise.withResolvers<string>();
    const first = cache.get("a", () => slow.promise);
    cache.clear();
    slow.resolve("old");
    expect(await first).toBe("old");
    expect(await cache.get("a", load)).toBe("answer 1");
  });

  it("does not keep failures", async () => {
    const { cache, load } = setUp();
    await expect(cache.get("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect(await cache.get("a", load)).toBe("answer 1");
  });

  it("drops the least recently used", async () => {
    const { cache, load } = setUp();
    for (const key of ["a", "b", "c"]) await cache.get(key, load);
    await cache.get("a", load);
    await cache.get("d", load);
    expect(cache.size).toBe(3);
    expect(cache.has("a")).toBe(true);
    expect(cache.has("b")).toBe(false);
  });

  it("does not trust a clock that was set back", async () => {
    const { cache, clock, load } = setUp();
    await cache.get("a", load);
    clock.time -= 60_000;
    expect(await cache.get("a", load)).toBe("answer 2");
  });
});
