// Run by a test as a process of its own that it can kill: an app on the database that DATABASE_URL names. A message says how many
// requests to send with which key, and whether to write what was counted; it is answered when that is done.
import { readConfig } from "#server/config.ts";
import { compose } from "#server/context.ts";

/** Task that the process is started with. */
export interface UsageTask {
  readonly key: string;
  readonly requests: number;
  readonly flushes: boolean;
}

const { USAGE_FLUSH_MS: flushMs } = process.env;
const config = readConfig();
const fabula = compose({ ...config, worker: false }, config.databaseUrl ?? "", {
  publicUrl: "http://fabula.test",
  ...(flushMs !== undefined && { usageFlushMs: Number(flushMs) }),
});
process.on("message", async ({ key, requests, flushes }: UsageTask) => {
  for (let sent = 0; sent < requests; sent += 1) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fabula.app.fetch(new Request("http://fabula.test/v1/projects", { headers }));
    if (response.status !== 200) throw new Error(`a request was answered ${response.status}`);
  }
  if (flushes) await fabula.services.usage.flush();
  process.send?.("done");
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
