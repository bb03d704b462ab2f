import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const never = new AbortController().signal;

test("as many go on as there are places, the others in the order in which they came", async () => {
  const semaphore = new Semaphore(2);
  const order: string[] = [];
  const first = await semaphore.acquire(never);
  const second = await semaphore.acquire(never);
  const third = semaphore.acquire(never).then((giveBack) => {
    order.push("third");
    return giveBack;
  });
  const fourth = semaphore.acquire(never).then((giveBack) => {
    order.push("fourth");
    return giveBack;
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  // Given back once, whatever its holder does.
  first();
  const giveThird = await third;
  expect(order).toEqual(["third"]);
  giveThird();
  await fourth;
  expect(order).toEqual(["third", "fourth"]);
  second();
});

test("who gives up leaves the line, and a line that is full is refused at once", async () => {
  const semaphore = new Semaphore(1);
  const giveBack = await semaphore.acquire(never);
  const leaving = new AbortController();
  const gone = semaphore.acquire(leaving.signal);
  leaving.abort(new Error("gave up"));
  await expect(gone).rejects.toThrow("gave up");
  const waiting = Array.from({ length: 50 }, () => semaphore.acquire(never));
  await expect(semaphore.acquire(never)).rejects.toMatchObject({ code: "busy" });
  giveBack();
  for (const each of waiting) (await each)();
});
