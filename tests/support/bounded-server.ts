// Run by tests as a process of its own with a small heap: the API on the database that DATABASE_URL names. Prints where it
// is, and answers a message with the most memory it has had.
import { readConfig } from "#server/config.ts";
import { startServer } from "#server/main.ts";

const config = readConfig();
const server = await startServer({ config, databaseUrl: config.databaseUrl ?? "", web: false });
let most = 0;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
process.on("message", () => process.send?.({ most, rss: process.memoryUsage.rss() }));
process.on("disconnect", async () => {
  clearInterval(watch);
  await server.close();
  process.exit(0);
});
process.send?.({ url: server.url });
