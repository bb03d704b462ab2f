import { sql } from "drizzle-orm";
import { openObjects } from "#server/adapters/objects/open-objects.ts";
import { ObjectStoreFailure } from "#server/adapters/objects/port.ts";
import { ArtifactStore } from "#server/artifacts/artifact-store.ts";
import { type Config, readConfig } from "#server/config.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { createOutbound } from "#server/outbound/outbound.ts";
import { withDatabaseServer } from "#server/postgres/open.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { BackupProblem } from "#server/record/backup/lines.ts";
import { type Database, openDatabase } from "#server/record/database.ts";
import { loggableError } from "#server/record/database-errors.ts";

/**
 * Runs a command on the database and the files of this data folder, beside a running start or without one. What the reader can put
 * right is one sentence; the exit code is 1 unless `work` answers true.
 */
export async function runCommand(
  work: (database: Database, artifacts: ArtifactStore, config: Config) => Promise<boolean>,
  options: { migrates: boolean } = { migrates: false },
): Promise<void> {
  try {
    const config = readConfig();
    const isFine = await withDatabaseServer(config, async ({ url, directUrl }) => {
      if (options.migrates) await prepareDatabase(directUrl);
      const database = openDatabase(url, { reads: 1, writes: 1, unlimited: true });
      const outbound = createOutbound({
        allow: config.outboundAllow,
        own: { listenerPort: config.port, publicUrl: config.publicUrl, databaseUrls: [url, directUrl] },
      });
      const artifacts = new ArtifactStore({
        database,
        objects: openObjects(config, outbound),
        clock: systemClock,
        requireRoom: async () => {},
        linkSecret: config.fileSecret,
      });
      try {
        await requireSchema(database);
        return await work(database, artifacts, config);
      } finally {
        await outbound.close();
        await database.close();
      }
    });
    if (!isFine) process.exitCode = 1;
  } catch (error) {
    const isPlain = [StartProblem, BackupProblem, ObjectStoreFailure].some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : loggableError(error));
    process.exitCode = 1;
  }
}

async function requireSchema(database: Database): Promise<void> {
  const rows = await database.reads.execute<{ name: string | null }>(
    sql`SELECT to_regclass('project_heads')::text AS name`,
  );
  if (rows[0]?.name == null) throw new StartProblem("This database holds no Fabula yet: run npm start once.");
}

/** A number as people read it. */
export function grouped(value: number): string {
  return value.toLocaleString("en");
}

/** A number of things: `1 project`, `2,000 projects`. */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;
}
