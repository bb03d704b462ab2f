// Run by the tests of the embedded PostgreSQL as a process of its own that they can kill: opens the one of the folder
// named as its argument, prints the address, and keeps it until SIGTERM or until the tests end.

import { openEmbedded } from "#server/postgres/embedded.ts";
import { createLifecycle } from "#server/process/lifecycle.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the data folder");
const life = createLifecycle(process.ppid);
const staying = setInterval(() => {}, 60_000);
const server = await openEmbedded(folder);
console.log(server.url);
await life.asked;
await server.stop();
clearInterval(staying);
process.exit();
