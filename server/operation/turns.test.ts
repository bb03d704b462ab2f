import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const never = new AbortController().signal;

test("as many go on as there are places, the others in the order in which they came", async () => {
  const turns = new Turns(2);
  const order: string[] = [];
  const first = await turns.take(never);
  const second = await turns.take(never);
  const third = turns.take(never).then((giveBack) => {
    order.push("third");
    return giveBack;
  });
  const fourth = turns.take(never).then((giveBack) => {
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
  const turns = new Turns(1);
  const giveBack = await turns.take(never);
  const leaving = new AbortController();
  const gone = turns.take(leaving.signal);
  leaving.abort(new Error("gave up"));
  await expect(gone).rejects.toThrow("gave up");
  const waiting = Array.from({ length: 50 }, () => turns.take(never));
  await expect(turns.take(never)).rejects.toMatchObject({ code: "busy" });
  giveBack();
  for (const each of waiting) (await each)();
});
