import { describe, expect, it } from "vitest";
import { BoundedQueue } from "./bounded-queue.ts";
import { generatePassword, hashPassword, isPassword } from "./passwords.ts";

describe("passwords", () => {
  it("are kept as argon2id with the cost of our choice", async () => {
    const stored = await hashPassword("correct horse battery");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword(stored, "correct horse battery")).toBe(true);
    expect(await isPassword(stored, "correct horse batterz")).toBe(false);
    expect(await hashPassword("correct horse battery")).not.toBe(stored);
  });

  it("are the same however a keyboard composes their letters", async () => {
    const stored = await hashPassword("caf\u00e9 au lait");
    expect(await isPassword(stored, "cafe\u0301 au lait")).toBe(true);
  });

  it("fit nobody where nobody is", async () => {
    expect(await isPassword(null, "correct horse battery")).toBe(false);
    expect(await isPassword(null, "")).toBe(false);
  });

  it("are wrong when they are absurdly long, without being hashed", async () => {
    const stored = await hashPassword("");
    expect(await isPassword(stored, "x".repeat(100_000))).toBe(false);
  });

  it("are generated without look-alikes and never twice", () => {
    const made = new Set(Array.from({ length: 200 }, generatePassword));
    expect(made.size).toBe(200);
    for (const password of made) expect(password).toMatch(/^[2-9a-kmnp-zA-HJ-NP-Z]{20}$/);
  });
});

describe("the queue", () => {
  it("run a few at once, keep a few waiting and refuse the rest", async () => {
    const queue = new BoundedQueue({ atOnce: 2, waiting: 3, refusal: () => new Error("crowded") });
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    const started: number[] = [];
    const runs = gates.map((gate, i) =>
      queue.run(async () => {
        started.push(i);
        await gate.promise;
      }),
    );
    await expect(runs[5]).rejects.toThrow("crowded");
    expect(started).toEqual([0, 1]);
    for (const gate of gates) gate.resolve();
    await Promise.all(runs.slice(0, 5));
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(await queue.run(async () => "again")).toBe("again");
  });

  it("go on after a failure", async () => {
    const queue = new BoundedQueue({ atOnce: 1, waiting: 1, refusal: () => new Error("crowded") });
    await expect(queue.run(() => Promise.reject(new Error("oops")))).rejects.toThrow("oops");
    expect(await queue.run(async () => 1)).toBe(1);
  });
});
