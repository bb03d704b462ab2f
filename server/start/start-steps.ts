import { relative } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { requireDatabaseKey } from "../envelope/check-value.ts";
import { KeyEncryptionKeys } from "../envelope/key-encryption-keys.ts";
import { StartProblem } from "../kernel/start-problem.ts";
import { createLogger, type Logger } from "../log/log.ts";
import type { Services } from "../operation/context.ts";
import type { DatabaseServer } from "../postgres/database-server.ts";
import { openDatabaseServer } from "../postgres/open.ts";
import { prepareDatabase } from "../postgres/prepare-database.ts";
import { prepareDataFolder } from "../process/data-folder.ts";
import type { Lifecycle } from "../process/lifecycle.ts";
import type { Lock } from "../process/process-lock.mjs";
import { takeDataFolder } from "../process/run-lock.ts";
import { openDatabase } from "../record/database.ts";
import { seedDemo } from "../seed/seed.ts";
import { type FirstRun, firstRunPath, keepFirstRun, readFirstRun } from "./first-run.ts";
import { chooseAddress } from "./listen-address.ts";
import type { Progress } from "./progress.ts";

/**
 * Environment that a process has opened before it listens: configuration, log, database and the lock of its data
 * folder.
 */
export interface StartEnvironment {
  readonly config: Config;
  readonly log: Logger;
  readonly database: DatabaseServer;
  readonly lock: Lock;
}

/** A path as the person who starts knows it. */
function shown(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere === "" || fromHere.startsWith("..") ? path : fromHere;
}

/** Names the reason. A migration that failed left no trace, and those before it are noted: the next start goes on behind them. */
function schemaSentence(error: unknown): string {
  const { cause, message } = error as { cause?: unknown; message?: string };
  const reason = cause instanceof Error ? cause.message : (message ?? String(error));
  return (
    `The database's schema could not be brought up to date (${reason}). Nothing that it holds was changed: start the Fabula that ` +
    "made it and write a backup (npm run backup), or choose another database or FABULA_DATA_DIR."
  );
}

/** The data folder of a process, held for it alone, with the configuration that names a free address. */
export type StartGround = Omit<StartEnvironment, "database">;

/** Takes the data folder for this process alone, and an address that is free. The lifecycle gives the folder back, last of all. */
export async function takeGround(progress: Progress, life: Lifecycle): Promise<StartGround> {
  const early = readConfig();
  prepareDataFolder(early.dataDir);
  const lock = await takeDataFolder(early.dataDir);
  life.atEnd(() => lock.release());
  const config = await chooseAddress(early);
  lock.update({ url: config.publicUrl });
  progress.line(`       ${"data folder".padEnd(12)} ${shown(config.dataDir)}`);
  life.stopping.throwIfAborted();
  return { config, log: createLogger(config), lock };
}

/** Opens the database and brings its schema up to date. The lifecycle closes it. */
export async function openPreparedDatabase(
  { config, log, lock }: StartGround,
  progress: Progress,
  life: Lifecycle,
): Promise<StartEnvironment> {
  let started = false;
  const database = await progress.step("database", async (say) => {
    const opened = await openDatabaseServer(config, (sentence) => {
      if (started) log.error({}, sentence);
      else say(sentence);
    });
    life.atEnd(() => opened.stop());
    started = true;
    return { value: opened, summary: opened.description };
  });
  database.onState((state) => {
    if (state === "down") log.error({}, "the database does not answer; requests are refused until it does");
    else log.info({}, "the database answers again");
  });
  life.stopping.throwIfAborted();
  await progress.step("schema", async () => {
    await prepareDatabase(database.directUrl).catch((error: unknown) => {
      throw new StartProblem(schemaSentence(error));
    });
    const pools = openDatabase(database.directUrl, { reads: 1, writes: 1 });
    await requireDatabaseKey(pools.writes, new KeyEncryptionKeys(config)).finally(() => pools.close());
    return { value: undefined, summary: "up to date" };
  });
  life.stopping.throwIfAborted();
  return { config, log, database, lock };
}

/** First sign-in, and whether it has not been shown yet. */
export interface FirstSignIn {
  readonly firstRun: FirstRun;
  readonly isNew: boolean;
}

/**
 * Fills a new instance with the demo workspace, once, and never in production. The way in is kept in the data
 * folder; a start that finds it there only brings its address up to date.
 */
export async function seedOnce(config: Config, services: Services, progress: Progress): Promise<FirstSignIn | null> {
  if (config.environment === "production")
    return progress.step("demo", async () => ({ value: null, summary: "none in production" }));
  const kept = readFirstRun(config.dataDir);
  const seeded = await progress.step("demo", async () => {
    // Kept before the seeding is final: a start that is killed in between leaves no demo that nobody can enter.
    const made = await seedDemo(services, (firstRun) => keepFirstRun(config.dataDir, firstRun));
    return { value: made, summary: made === null ? "present" : "The Salt Gate, a workspace to try things in" };
  });
  const firstRun = seeded ?? kept;
  if (firstRun === null) return null;
  const current = { ...firstRun, url: config.publicUrl };
  keepFirstRun(config.dataDir, current);
  return { firstRun: current, isNew: seeded !== null };
}

/**
 * The last lines of a start: where to go, and how to get in. Password and key are shown once: consoles are recorded, and
 * looked at by others, for longer than anybody means them to be.
 */
export function announce(config: Config, wayIn: FirstSignIn | null, progress: Progress): void {
  const lines = [
    "",
    "Fabula is ready.",
    "",
    `  Studio     ${config.publicUrl}`,
    `  API        ${config.publicUrl}/docs`,
  ];
  if (wayIn !== null) {
    const { firstRun, isNew } = wayIn;
    const place = shown(firstRunPath(config.dataDir));
    lines.push(`  Sign in    ${firstRun.email}${isNew ? `  password ${firstRun.password}` : ""}`);
    if (isNew) lines.push(`  Test key   ${firstRun.test_key}`);
    lines.push(
      "",
      `${isNew ? "This is also" : "Password and test key are"} kept in ${place}. Ctrl-C stops everything.`,
    );
  } else {
    if (config.environment !== "production")
      lines.push("", "The demo's password was not kept: npm run admin -- create-owner makes another way in.");
    lines.push("", "Ctrl-C stops everything.");
  }
  for (const line of lines) progress.line(line);
}
