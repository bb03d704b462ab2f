// What `npm run worker` runs: the work beside requests in a process of its own, which listens to nobody.
import { bootstrapPid, readConfig } from "../config.ts";
import { compose } from "../context.ts";
import { requireDatabaseKey } from "../envelope/check-value.ts";
import { KeyEncryptionKeys } from "../envelope/key-encryption-keys.ts";
import { StartProblem } from "../kernel/start-problem.ts";
import { createLogger } from "../log/log.ts";
import { joinDatabaseServer } from "../postgres/open.ts";
import { createLifecycle } from "../process/lifecycle.ts";

const life = createLifecycle(bootstrapPid());
try {
  const config = readConfig();
  const database = await joinDatabaseServer(config);
  life.atEnd(() => database.stop());
  const fabula = compose({ ...config, worker: true }, database.url, { log: createLogger(config), hasThreads: true });
  life.atEnd(() => fabula.close());
  await requireDatabaseKey(fabula.services.database.writes, new KeyEncryptionKeys(config));
  console.log("The worker is at work. Ctrl-C ends it.");
  await life.asked;
} catch (error) {
  if (!life.stopping.aborted) {
    console.error(error instanceof StartProblem ? error.message : error);
    process.exitCode = 1;
  }
}
await life.end();
process.exit();
