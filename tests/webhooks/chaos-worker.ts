// Run by the chaos test as a process of its own: the work beside requests, quick in its waits, on the database that it is given.
// Begins when it is told to, says that it is at work with a line each, and kills itself at its point.
import { once } from "node:events";
import { readConfig } from "#server/config.ts";
import { compose } from "#server/context.ts";
import type { Services } from "#server/operation/context.ts";
import type { Pool, TransactionDb } from "#server/record/database.ts";

/**
 * Points at which a worker dies: while it stores what it has planned, before it sends, after the answer, while the
 * outcome is committed, or as soon as it is.
 */
export type KillPoint = "planning" | "claimed" | "answered" | "recording" | "recorded" | "never";

const [databaseUrl = "", point = "never", timings = "{}"] = process.argv.slice(2);
const die = () => process.kill(process.pid, "SIGKILL");

/** Whether a statement stores deliveries. */
const isPlan = (query: object) => JSON.stringify(query).includes("ON CONFLICT (project_id, webhook_id, seq)");
/** Whether a statement writes down what came of attempts. */
const isOutcome = (query: object) => JSON.stringify(query).includes("webhook_attempts");

function dyingPool(pool: Pool): Pool {
  return {
    execute: (query) => pool.execute(query),
    transaction: async (mode, work, options) => {
      let records = false;
      const result = await pool.transaction(
        mode,
        (db) => {
          const watched: TransactionDb = {
            execute: (query) => db.execute(query),
            finish: (queries) => {
              records = queries.some(isOutcome);
              const answer = db.finish(queries);
              // The statements are on their way, and whether COMMIT arrives is left to chance.
              if (records && point === "recording") setImmediate(die);
              if (point === "planning" && queries.some(isPlan)) setImmediate(die);
              return answer;
            },
          };
          return work(watched);
        },
        options,
      );
      if (records && point === "recorded") die();
      return result;
    },
  };
}

await once(process.stdin, "data");
const fabula = compose({ ...readConfig(), worker: true }, databaseUrl, { deliveries: JSON.parse(timings) });
const { database, outbound } = fabula.services;
const changed: Partial<Services> = {
  database: { ...database, reads: database.reads, writes: dyingPool(database.writes), close: () => database.close() },
  outbound: {
    ...outbound,
    problemOf: (url) => outbound.problemOf(url),
    request: async (request) => {
      if (point === "claimed") die();
      const response = await outbound.request(request);
      if (point === "answered") die();
      return response;
    },
  },
};
Object.assign(fabula.services, changed);
process.stdout.write("at work\n");
process.on("SIGTERM", async () => {
  await fabula.close();
  process.exit(0);
});
