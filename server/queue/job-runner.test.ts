import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Services } from "../operation/context.ts";
import { JobRunner } from "./job-runner.ts";

test("a runner that is closed waits for its upkeep, which still has the database then", async () => {
  const begun = Promise.withResolvers<void>();
  const upkeep = Promise.withResolvers<void>();
  const jobs = {
    hear: () => () => {},
    ensurePeriodic: () => {
      begun.resolve();
      return upkeep.promise;
    },
    supervise: async () => {},
    claim: async () => [],
  };
  const runner = new JobRunner({ jobs, log: { warn: () => {} } } as unknown as Services, [], { firstMs: 0 });
  runner.start();
  await begun.promise;
  let isClosed = false;
  const closing = runner.close().then(() => {
    isClosed = true;
  });
  await pause(10);
  expect(isClosed).toBe(false);
  upkeep.resolve();
  await closing;
});
