// An API in a process of its own, for tests of what several processes keep to together.
import { readConfig } from "#server/config.ts";
import { startServer } from "#server/main.ts";

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("DATABASE_URL names the test's database");
const server = await startServer({ config: readConfig(), databaseUrl, web: false, deliveries: false });
process.send?.({ url: server.url });
process.once("disconnect", async () => {
  await server.close();
  process.exit(0);
});
