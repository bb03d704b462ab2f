// What `npm run worker` runs: the work beside requests in a process of its own, which listens to nobody.
import { bootstrapPid, readConfig } from "../config.ts";
import { compose } from "../context.ts";
import { requireDatabaseKey } from "../envelope/check-value.ts";
import { KeyEncryptionKeys } from "../envelope/key-encryption-keys.ts";
import { createLogger } from "../log/log.ts";
import { openMetrics } from "../metrics/listener.ts";
import { joinDatabaseServer } from "../postgres/open.ts";
import { runProcess } from "../process/lifecycle.ts";

await runProcess(bootstrapPid(), async (life) => {
  const config = readConfig();
  const database = await joinDatabaseServer(config);
  life.atEnd(() => database.stop());
  const log = createLogger(config);
  const metrics = await openMetrics(config, log);
  life.atEnd(() => metrics?.close());
  const metricsPort = metrics?.port ?? null;
  const fabula = compose({ ...config, worker: true }, database.url, { log, hasThreads: true, metricsPort });
  life.atEnd(() => fabula.close());
  await metrics?.serve({ figures: fabula.figures, requestTimes: fabula.services.requestTimes });
  await requireDatabaseKey(fabula.services.database.writes, new KeyEncryptionKeys(config));
  console.log("The worker is at work. Ctrl-C ends it.");
  await life.asked;
});
