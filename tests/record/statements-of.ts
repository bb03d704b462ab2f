import type { Database, Db } from "#server/record/database.ts";
import type { Workbench } from "./workbench.ts";

/** Counts the statements that a write sends. */
export async function statementsOf(bench: Workbench, work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const execute: (db: Db) => Db["execute"] = (db) => (query) => {
    sent += 1;
    return db.execute(query);
  };
  const services = bench.services as { database: Database };
  const { database } = services;
  services.database = {
    ...database,
    writes: {
      execute: execute(database.writes),
      transaction: (mode, run, options) =>
        database.writes.transaction(
          mode,
          (db) => run({ execute: execute(db), finish: (queries) => db.finish(queries) }),
          options,
        ),
    },
  };
  try {
    await work();
  } finally {
    services.database = database;
  }
  return sent;
}
