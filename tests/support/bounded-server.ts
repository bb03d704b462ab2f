// Run by tests as a process of its own with a small heap: the API on the database that DATABASE_URL names. Says where it
// is, and answers a message with the memory it has, the most it has had since it was last asked to rest, and the longest that
// its one thread was busy without turning to anybody else, in milliseconds of that thread: others on the machine do not count.
// Asked to load, it answers once it has what requests share.
import { readConfig } from "#server/config.ts";
import { startServer } from "#server/main.ts";

const config = readConfig();
const server = await startServer({ config, databaseUrl: config.databaseUrl ?? "", web: false });
let most = 0;
let busiest = 0;
let used = process.threadCpuUsage();
function look(): void {
  most = Math.max(most, process.memoryUsage.rss());
  const { user, system } = process.threadCpuUsage(used);
  busiest = Math.max(busiest, (user + system) / 1_000);
  used = process.threadCpuUsage();
}
const watch = setInterval(look, 5);
process.on("message", async (message) => {
  if (message === "load") await server.fabula.load();
  if (message === "rest") {
    globalThis.gc?.();
    used = process.threadCpuUsage();
    most = 0;
    busiest = 0;
  }
  look();
  process.send?.({ most, rss: process.memoryUsage.rss(), busiest });
});
process.on("disconnect", async () => {
  clearInterval(watch);
  await server.close();
  process.exit(0);
});
process.send?.({ url: server.url });
