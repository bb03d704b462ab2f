import { expect, test } from "vitest";
import { apartFromDeadline, beyondDeadline, currentDeadline, Deadline, withinDeadline } from "./deadline.ts";

const never = () => new Promise<never>(() => {});
/** Ends a deadline as its timer would. */
const passing = (work: () => Promise<unknown>) => {
  const deadline = new Deadline(Number.POSITIVE_INFINITY);
  const ended = deadline.run(work);
  ended.catch(() => {});
  return { deadline, ended };
};

test("work that never ends is refused when its time is up", async () => {
  await expect(new Deadline(1).run(never)).rejects.toMatchObject({ code: "busy", status: 503 });
});

test("work within a deadline has no other, whoever calls for one", async () => {
  const outer = new Deadline(60_000);
  const seen = await outer.run(() => withinDeadline(1, async () => currentDeadline()));
  expect(seen).toBe(outer);
});

test("what goes on for others is not ended with whoever began it", async () => {
  expect(await new Deadline(60_000).run(async () => beyondDeadline(currentDeadline))).toBe(null);
});

test("a deadline holds until its work is over, and for nothing that was left behind", async () => {
  let left: (() => Deadline | null) | undefined;
  const begun = Promise.withResolvers<void>();
  const later = begun.promise;
  const looked = new Deadline(60_000).run(async () => {
    left = () => currentDeadline();
    return { seen: later.then(() => left?.()) };
  });
  const { seen } = await looked;
  begun.resolve();
  expect(await seen).toBe(null);
});

test("the time of what has a limit of its own is not counted", async () => {
  const deadline = new Deadline(20);
  const slow = () => new Promise((resolve) => setTimeout(() => resolve("slow"), 60));
  expect(await deadline.run(() => apartFromDeadline(slow))).toBe("slow");
  expect(deadline.leftMs).toBeGreaterThan(0);
});

test("work that moves has its whole time again, and work that is long has all of it", async () => {
  const deadline = new Deadline(40);
  const moving = async () => {
    for (let piece = 0; piece < 4; piece++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      deadline.renew(60_000);
    }
    return "moved";
  };
  expect(await deadline.run(moving)).toBe("moved");
  const long = new Deadline(1);
  const lifted = async () => {
    long.lift();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return "done";
  };
  expect(await long.run(lifted)).toBe("done");
});

test("everything that was begun is ended, and what may have taken effect is told so", async () => {
  const cuts: string[] = [];
  const { deadline, ended } = passing(async () => {
    const inside = currentDeadline();
    inside?.onPass(() => cuts.push("read") === 0);
    inside?.onPass(() => cuts.push("commit") > 0);
    inside?.onPass(() => cuts.push("taken back") > 0)();
    await never();
  });
  expect(deadline.pass()).toBe(true);
  expect(cuts).toEqual(["read", "commit"]);
  await expect(ended).rejects.toMatchObject({ code: "unavailable", status: 503 });
  expect(() => deadline.throwIfPassed()).toThrow("whether this took effect is not known");
  await expect(deadline.run(async () => "again")).rejects.toMatchObject({ code: "unavailable" });
});
