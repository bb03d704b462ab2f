import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { PeriodicTask } from "./periodic-task.ts";

/** Interval at which the database is asked whether a table has grown, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** Bytes from which on a table deserves statistics: some 300 entities. */
const WORTH_BYTES = 128 * 1024;

/**
 * Takes the first statistics of each table as soon as it has rows. Until then the planner takes any index that begins with the
 * project and reads all of it for every look-up (300 of 10,000 entities by external id: 717 ms against 2 ms); PostgreSQL itself
 * gets to it after a minute, in which a large project may have been loaded. From then on it keeps them up to date by itself.
 */
export class FirstStatistics {
  private readonly database: Pick<Database, "reads" | "writes">;
  private readonly task: PeriodicTask;

  constructor(database: Pick<Database, "reads" | "writes">, warn: (fields: object, message: string) => void) {
    this.database = database;
    this.task = new PeriodicTask({
      name: "statistics",
      restMs: LOOK_EVERY_MS,
      round: (moved) => this.take(moved),
      failed: (fields) => warn(fields, "no statistics were taken"),
    });
  }

  /** Begins to look; ends by itself when every table has statistics. */
  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  /** Takes what is due; answers whether any table has none yet. */
  async take(moved: () => void = () => {}): Promise<boolean> {
    const tables = await this.database.reads.execute<{ name: string; bytes: number }>(
      sql`SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND reltuples <= 0`,
    );
    for (const { name, bytes } of tables) {
      if (this.task.isClosed) return false;
      moved();
      if (bytes >= WORTH_BYTES) await this.database.writes.execute(sql`ANALYZE ${sql.identifier(name)}`);
    }
    return tables.length > 0;
  }
}
