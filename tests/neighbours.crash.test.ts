import { expect, test } from "vitest";
import { IS_FULL } from "#test-size";
import { measureNeighbours } from "../bench/neighbours/measure.ts";
import { createTestDatabase } from "./database.ts";

/** Length of the hostile phase, in seconds. */
const SECONDS = 600;
/** Most that the slowest hundredth of the others waits, compared with as many busy loops as hostile threads and backends computed. */
const MOST_SLOWER = 3;
/** Most that resident memory grows from the second third of the hostile phase to the last. */
const MOST_GROWTH = 1.15;

// Loads both cores for a quarter of an hour.
test.runIf(IS_FULL)(
  "seven workspaces are served beside one that attacks in every way, and memory stays flat",
  async () => {
    const database = await createTestDatabase();
    try {
      const { hostile, control, processors, resident, attack } = await measureNeighbours({
        databaseUrl: database.url,
        workspaces: 8,
        seconds: SECONDS,
        say: (line) => process.stdout.write(`${line}\n`),
      });
      const ratio = hostile.waits.at(0.99) / control.waits.at(0.99);
      process.stdout.write(`ratio of p99 ${ratio.toFixed(2)}, busy loops ${processors.toFixed(2)}\n`);
      expect([hostile.failures, control.failures]).toEqual([[], []]);
      expect(Object.keys(attack.answers).filter((status) => status === "500")).toEqual([]);
      expect(ratio).toBeLessThanOrEqual(MOST_SLOWER);
      for (const [, second = 0, last = 0] of resident) expect(last / second).toBeLessThanOrEqual(MOST_GROWTH);
    } finally {
      await database.drop();
    }
  },
);
