import type { Config } from "../config.ts";
import { StartProblem } from "../kernel/start-problem.ts";
import { prepareDataFolder } from "../process/data-folder.ts";
import { runningOn, takeDataFolder } from "../process/run-lock.ts";
import type { DatabaseServer } from "./database-server.ts";
import { joinEmbedded, openEmbedded } from "./embedded.ts";
import { openExternal } from "./external.ts";

/** Opens the database that the configuration asks for. For the embedded one the caller holds the data folder. */
export function openDatabaseServer(config: Config, say: (sentence: string) => void): Promise<DatabaseServer> {
  if (config.databaseUrl === null) return openEmbedded(config.dataDir, say);
  return openExternal(config.databaseUrl, config.databaseDirectUrl ?? config.databaseUrl);
}

/** Addresses by which a command reaches the database. */
export interface DatabaseUrls {
  readonly url: string;
  readonly directUrl: string;
}

/**
 * Opens the database for a process beside a running start: that one's server where it has an embedded one.
 *
 * @throws StartProblem when there is no server to join
 */
export async function joinDatabaseServer(config: Config): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  if (config.databaseUrl !== null) return openDatabaseServer(config, () => {});
  if (runningOn(config.dataDir) === null) {
    throw new StartProblem("Nothing runs on this data folder: start Fabula first (npm start), or set DATABASE_URL.");
  }
  const url = await joinEmbedded(config.dataDir);
  return { url, directUrl: url, stop: async () => {} };
}

/**
 * Runs a command's work on the database, whether or not Fabula is running: beside a running start it uses that
 * one's server, otherwise it starts the embedded one for as long as the work takes.
 */
export async function withDatabaseServer<T>(config: Config, work: (urls: DatabaseUrls) => Promise<T>): Promise<T> {
  if (config.databaseUrl === null && runningOn(config.dataDir) !== null) {
    const url = await joinEmbedded(config.dataDir);
    return work({ url, directUrl: url });
  }
  prepareDataFolder(config.dataDir);
  const lock = config.databaseUrl === null ? await takeDataFolder(config.dataDir) : null;
  try {
    const server = await openDatabaseServer(config, (sentence) => process.stderr.write(`${sentence}\n`));
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    lock?.release();
  }
}
