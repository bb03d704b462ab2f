// Run by tests as a process of its own that they can kill: carries sessions on in the database that DATABASE_URL names. Its
// patience comes as JSON in its argument. Says when it is at work.
import { readConfig } from "#server/config.ts";
import { compose } from "#server/context.ts";

const config = readConfig();
const fabula = compose({ ...config, worker: true }, config.databaseUrl ?? "", {
  deliveries: false,
  hasThreads: true,
  sessions: JSON.parse(process.argv[2] ?? "{}"),
});
process.on("SIGTERM", async () => {
  await fabula.close();
  process.exit(0);
});
await fabula.services.database.reads.execute({ text: "SELECT 1", values: [] });
process.stdout.write("at work\n");
