// Run by the crash tests as a process of its own that they can kill: the API on the embedded PostgreSQL of the data
// folder that FABULA_DATA_DIR names. Prints where it is and how to get in as one line of JSON, and ends on SIGTERM.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { provisionWorkspace } from "#server/features/access/provision.ts";
import { SCOPES } from "#server/kernel/scope.ts";
import { startServer } from "#server/main.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { takeDataFolder } from "#server/process/run-lock.ts";

const config = { ...readConfig(), port: 0 };
await takeDataFolder(config.dataDir);
const database = await openEmbedded(config.dataDir);
await prepareDatabase(database.directUrl);
const server = await startServer({
  config,
  databaseUrl: database.url,
  isDatabaseUp: () => database.state() === "up",
  web: false,
});

const kept = join(config.dataDir, "key.json");
if (!existsSync(kept)) {
  const owner = { email: "crash@example.com", name: "Crash", passwordHash: "none" };
  const key = { name: "Crash", mode: "test" as const, scopes: SCOPES };
  const made = await server.fabula.services.database.writes.transaction("write", (db) =>
    provisionWorkspace(db, Date.now(), { name: "Crash", plan: "demo", owner, key }),
  );
  writeFileSync(kept, JSON.stringify(made.key));
}
const key: string = JSON.parse(readFileSync(kept, "utf8"));
process.stdout.write(`${JSON.stringify({ url: server.url, key, databaseUrl: database.url })}\n`);

process.on("SIGTERM", async () => {
  await server.close();
  await database.stop();
  process.exit(0);
});
