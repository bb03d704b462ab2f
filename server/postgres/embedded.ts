import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "../kernel/start-problem.ts";
import { clusterUrl, dataOf, initialise, startServer, stopServer } from "./cluster.ts";
import { connect, quoted } from "./connection.ts";
import type { DatabaseServer } from "./database-server.ts";
import { watchDatabase } from "./monitor.ts";
import { type Placement, placeCluster } from "./placement.ts";
import { livePostmaster } from "./postmaster.ts";

const DATABASE = "fabula";
/** A server that was found running may be in the middle of its own recovery. */
const ADOPT_PATIENCE_MS = 60_000;

/** Waits until the server answers, as long as its process lives. */
async function answers(placement: Placement, port: number): Promise<boolean> {
  const begun = performance.now();
  while (performance.now() - begun < ADOPT_PATIENCE_MS && livePostmaster(dataOf(placement)) !== null) {
    const connection = connect(clusterUrl(placement, port, "postgres"));
    try {
      await connection`select 1`;
      return true;
    } catch {
      await pause(200);
    } finally {
      await connection.end({ timeout: 0 }).catch(() => {});
    }
  }
  return false;
}

async function adoptOrStart(placement: Placement): Promise<number> {
  const running = livePostmaster(dataOf(placement));
  if (running !== null) {
    // A start that was killed left its server at work. The caller holds the data folder, so it is ours.
    if (running.port > 0 && (await answers(placement, running.port))) return running.port;
    await stopServer(placement);
  }
  return (await startServer(placement, null, "durable")).port;
}

async function ensureDatabase(placement: Placement, port: number): Promise<void> {
  const connection = connect(clusterUrl(placement, port, "postgres"));
  try {
    const found = await connection`select 1 from pg_database where datname = ${DATABASE}`;
    if (found.length === 0) await connection.unsafe(`create database ${quoted(DATABASE)}`);
  } finally {
    await connection.end({ timeout: 5 });
  }
}

/**
 * Opens the PostgreSQL inside a data folder: makes it, starts it, or adopts the one that a killed start left
 * running. From then on it is looked after: when it dies it is started again on the same port.
 *
 * The caller holds the data folder's lock.
 *
 * @param say is told what people should know, a sentence each: at the start, and when it cannot be started again.
 * @throws StartProblem when it cannot be had.
 */
export async function openEmbedded(
  dataDir: string,
  say: (sentence: string) => void = () => {},
): Promise<DatabaseServer> {
  const placement = await placeCluster(dataDir);
  for (const note of placement.notes) say(note);
  await initialise(placement);
  const port = await adoptOrStart(placement);
  await ensureDatabase(placement, port);

  const url = clusterUrl(placement, port, DATABASE);
  let told = "";
  const monitor = watchDatabase(url, async () => {
    if (livePostmaster(dataOf(placement)) !== null) return;
    try {
      await startServer(placement, port, "durable");
      told = "";
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      if (sentence !== told) say(sentence);
      told = sentence;
    }
  });
  const close = async () => {
    await monitor.stop();
    await stopServer(placement);
  };
  // Once only: whoever opens the folder afterwards has a server of their own there.
  let closed: Promise<void> | undefined;
  return {
    url,
    directUrl: url,
    description: `embedded PostgreSQL ${placement.engine.version} in ${placement.folder}`,
    state: monitor.state,
    onState: monitor.onState,
    stop: () => {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * The address of the embedded database of a data folder that another process keeps running, for a command that
 * works beside it.
 *
 * @throws StartProblem when none is running there.
 */
export async function joinEmbedded(dataDir: string): Promise<string> {
  const placement = await placeCluster(dataDir);
  const running = livePostmaster(dataOf(placement));
  if (running === null || running.port === 0 || !(await answers(placement, running.port))) {
    throw new StartProblem(`The database of ${dataDir} is just starting or stopping: try again in a moment.`);
  }
  return clusterUrl(placement, running.port, DATABASE);
}
