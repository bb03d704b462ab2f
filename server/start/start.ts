// What `npm start` runs: everything from an empty folder to a studio that answers, and back again in order.
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bootstrapPid } from "../config.ts";
import { type Lifecycle, runProcess } from "../process/lifecycle.ts";
import { ensureBuild } from "./next-build.ts";
import { createProgress, type Progress } from "./progress.ts";
import { announce, openPreparedDatabase, seedOnce, takeGround } from "./start-steps.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Requests under way get this long to finish; the server has a shorter limit of its own, this one is for a hang. */
const DRAIN_MS = 20_000;

/** Steps of a start, of which building the pages goes on beside the others. */
const STEPS = 6;

/** Builds the pages unless they are built; ended with the process, whatever ends it. */
function buildPages(progress: Progress, life: Lifecycle): Promise<string> {
  const ending = new AbortController();
  const built = progress.step("pages", async (say) => {
    const folder = await ensureBuild({ say, signal: AbortSignal.any([life.stopping, ending.signal]) });
    return { value: folder, summary: `built in ${folder}` };
  });
  const settled = built.then(
    () => {},
    () => {},
  );
  life.atEnd(() => {
    ending.abort();
    return settled;
  });
  return built;
}

async function drain(close: () => Promise<void>, life: Lifecycle): Promise<void> {
  const hurried = new Promise<void>((resolve) => {
    if (life.hurrying.aborted) resolve();
    life.hurrying.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([close(), pause(DRAIN_MS, undefined, { ref: false }), hurried]);
}

async function run(progress: Progress, life: Lifecycle): Promise<void> {
  const ground = await takeGround(progress, life);
  const pages = buildPages(progress, life);
  // React reads this once, when it is loaded: with the server, and so not before.
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const [{ config, log, database, lock }, { openServer }] = await Promise.all([
    openPreparedDatabase(ground, progress, life),
    import("../main.ts"),
  ]);

  const server = await progress.step("server", async () => {
    const opened = await openServer({
      config,
      log,
      databaseUrl: database.url,
      isDatabaseUp: () => database.state() === "up",
    });
    life.atEnd(() => drain(opened.close, life));
    return { value: opened, summary: opened.url };
  });
  life.stopping.throwIfAborted();
  const [dist, wayIn] = await Promise.all([pages, seedOnce(config, server.fabula.services, progress)]);
  life.stopping.throwIfAborted();
  await progress.step("studio", async () => {
    process.env.FABULA_NEXT_DIST = dist;
    await server.serve({ dev: false, dir: ROOT });
    return { value: undefined, summary: "open" };
  });
  life.stopping.throwIfAborted();
  announce(config, wayIn, progress);
  // Only now, because whoever starts waits for the rest.
  server.fabula.load().catch((error: unknown) => log.warn({ error }, "what requests share could not be loaded"));

  life.atEnd(() => {
    progress.line("Stopping: open requests are finished first, the database ends last.");
    lock.update({ stopping: true });
  });
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.error({ error }, "an error that nobody caught; stopping");
      process.exitCode = 1;
      life.stop();
    });
  }
  await life.asked;
}

// A terminal or a pipe that is gone must not keep the rest from being closed.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

const progress = createProgress(STEPS);
progress.line("Fabula starts.");
await runProcess(bootstrapPid(), (life) => run(progress, life));
