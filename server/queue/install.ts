import { PgBoss } from "pg-boss";
import type postgres from "postgres";
import { parameter } from "./boss-database.ts";
import { JOB_QUEUE, JOB_SCHEMA, QUEUE_OPTIONS } from "./queue-options.ts";

/**
 * Brings the tables of pg-boss to the version of the package, in a schema of their own. Whoever calls holds the lock of
 * migrations.
 */
export async function installJobs(client: postgres.Sql): Promise<void> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => ({
        rows: (await client.unsafe(text, values?.map(parameter) as never[])).flat(),
      }),
    },
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => {});
  await boss.start();
  try {
    if ((await boss.getQueue(JOB_QUEUE)) === null) await boss.createQueue(JOB_QUEUE, QUEUE_OPTIONS);
    else await boss.updateQueue(JOB_QUEUE, QUEUE_OPTIONS);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
  // A workspace asks for its own jobs, the newest first.
  await client.unsafe(
    `CREATE INDEX IF NOT EXISTS job_workspace ON ${JOB_SCHEMA}.job_common ((data ->> 'workspace_id'), created_on)`,
  );
}
