// The server of `npm run dev`, started anew by server/start/dev.ts whenever its code changes.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrapPid, readConfig } from "../config.ts";
import { createLogger } from "../log/log.ts";
import { openDatabaseServer } from "../postgres/open.ts";
import { runProcess } from "../process/lifecycle.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

Object.assign(process.env, { NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" });

await runProcess(bootstrapPid(), async (life) => {
  const config = readConfig();
  const log = createLogger(config);
  const database = await openDatabaseServer(config, () => {});
  life.atEnd(() => database.stop());
  const { startServer } = await import("../main.ts");
  const server = await startServer({
    config,
    log,
    databaseUrl: database.url,
    isDatabaseUp: () => database.state() === "up",
    web: { dev: true, dir: ROOT },
  });
  life.atEnd(() => server.close());
  process.send?.("listening");
  await life.asked;
});
