import { expect, test } from "vitest";
import { SingleFlight } from "./single-flight.ts";

test("work that never ends is given up: others have its place, and its key is asked for again", async () => {
  const begun: string[] = [];
  const again = Promise.withResolvers<void>();
  const flight = new SingleFlight({
    atOnce: 1,
    limitMs: 10,
    work: async (key) => {
      begun.push(key);
      if (begun.length === 1) await new Promise(() => {});
      if (begun.length === 3) again.resolve();
    },
    gaveUp: (key) => begun.push(`gave up ${key}`),
  });
  flight.ask("hung");
  flight.ask("other");
  await again.promise;
  await flight.close();
  expect(begun).toEqual(["hung", "gave up hung", "other"]);
});
