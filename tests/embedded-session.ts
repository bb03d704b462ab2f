// Run by the crash tests as a process of its own that they can kill: opens the embedded PostgreSQL of the folder
// named as its argument, prints the address, and keeps it until SIGTERM.
import { openEmbedded } from "#server/postgres/embedded.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the data folder");
const server = await openEmbedded(folder);
console.log(server.url);
process.on("SIGTERM", async () => {
  await server.stop();
  process.exit(0);
});
setInterval(() => {}, 60_000);
