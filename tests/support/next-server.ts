// Serves everything through Next, the pages and the API alike, for tests of that mount. It is a process of its own because
// Next takes over the one it runs in.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "#server/config.ts";
import { startServer } from "#server/main.ts";
import { ensureBuild } from "#server/start/next-build.ts";

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("DATABASE_URL names the test's database");
process.env.FABULA_NEXT_DIST = await ensureBuild();
const server = await startServer({
  config: readConfig(),
  databaseUrl,
  web: { dev: false, dir: dirname(dirname(dirname(fileURLToPath(import.meta.url)))) },
  visits: Number(process.env.FABULA_TEST_VISITS),
  failureLimit: { failures: Number(process.env.FABULA_TEST_FAILURES), windowSeconds: 60 },
  deliveries: false,
});
process.send?.({ url: server.url });
process.once("disconnect", async () => {
  await server.close();
  process.exit(0);
});
