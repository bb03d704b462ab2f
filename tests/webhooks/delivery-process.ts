// Run by tests as a process of its own that they can kill: sends deliveries of the database that DATABASE_URL names, without
// listening to anybody. Its patience comes as JSON in FABULA_TEST_DELIVERIES.
import { readConfig } from "#server/config.ts";
import { compose } from "#server/context.ts";

const config = readConfig();
const fabula = compose({ ...config, worker: true }, config.databaseUrl ?? "", {
  deliveries: JSON.parse(process.env.FABULA_TEST_DELIVERIES ?? "{}"),
});
process.on("disconnect", async () => {
  await fabula.close();
  process.exit(0);
});
await fabula.services.database.reads.execute({ text: "SELECT 1", values: [] });
process.send?.("ready");
