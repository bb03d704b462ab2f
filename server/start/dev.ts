// What `npm run dev` runs. The data folder, the database and the demo are held by this process, which stays; the
// server is a child that is started anew whenever server code changes. Pages reload by themselves.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrapPid } from "../config.ts";
import { compose } from "../context.ts";
import { runProcess } from "../process/lifecycle.ts";
import { createProgress } from "./progress.ts";
import { announce, openPreparedDatabase, type StartEnvironment, seedOnce, takeGround } from "./start-steps.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const WATCHED = ["server", "domain", "drizzle"];
/** Editors write a file in several steps, and a checkout writes many. */
const SETTLE_MS = 150;

function serve({ config, database }: StartEnvironment): ChildProcess {
  return spawn(process.execPath, [join(ROOT, "server", "start", "dev-serve.ts")], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: String(config.port),
      FABULA_PUBLIC_URL: config.publicUrl,
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      FABULA_BOOTSTRAP_PID: String(process.pid),
    },
  });
}

/** Waits until the server answers, or until there is nothing to wait for. */
async function listening(child: ChildProcess, stopping: AbortSignal): Promise<void> {
  await Promise.race([once(child, "message"), once(child, "exit"), once(stopping, "abort")]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Calls back after server code changed and then held still. */
function onServerChange(changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of WATCHED.map((name) => join(ROOT, name)).filter(existsSync)) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !/\.(ts|tsx|mjs|sql|json)$/.test(file) || /\.test\.tsx?$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLE_MS);
    });
  }
}

const progress = createProgress(3);
await runProcess(bootstrapPid(), async (life) => {
  progress.line("Fabula starts for development.");
  const ground = await openPreparedDatabase(await takeGround(progress, life), progress, life);
  const fabula = compose(ground.config, ground.database.url, { log: ground.log });
  const wayIn = await seedOnce(ground.config, fabula.services, progress);
  await fabula.close();
  life.stopping.throwIfAborted();

  let child = serve(ground);
  let turn = Promise.resolve();
  life.atEnd(() => turn.then(() => end(child)));
  onServerChange(() => {
    turn = turn.then(async () => {
      if (life.stopping.aborted) return;
      progress.line("Server code changed: starting it anew.");
      await end(child);
      if (!life.stopping.aborted) child = serve(ground);
    });
  });
  await listening(child, life.stopping);
  life.stopping.throwIfAborted();
  announce(ground.config, wayIn, progress);
  life.atEnd(() => ground.lock.update({ stopping: true }));
  await life.asked;
});
