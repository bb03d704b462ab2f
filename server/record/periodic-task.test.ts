import { expect, test } from "vitest";
import { PeriodicTask } from "./periodic-task.ts";

test("a round that never ends is given up, and the next one begins", async () => {
  const failures: object[] = [];
  const again = Promise.withResolvers<void>();
  let rounds = 0;
  const task = new PeriodicTask({
    name: "rounds",
    restMs: 1,
    limitMs: 10,
    round: () => {
      rounds += 1;
      if (rounds === 1) return new Promise(() => {});
      again.resolve();
      return Promise.resolve(false);
    },
    failed: (fields) => failures.push(fields),
  });
  task.start();
  await again.promise;
  await task.close();
  expect(failures).toMatchObject([{ error: { name: "Problem" } }]);
});
