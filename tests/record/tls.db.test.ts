import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { CERTIFICATE, KEY } from "#server/outbound/certificates.fixture.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";

test("a PostgreSQL behind TLS is read and written, also with statements longer than the driver gathers", async () => {
  const database = await createTestDatabase({ template: null });
  const { hostname, port } = new URL(database.url);
  let encrypted = 0;
  // TLS as PostgreSQL offers it: the client asks in eight bytes, one letter agrees, and the handshake follows.
  const front = createServer((client) => {
    client.once("data", () => {
      client.write("S");
      const inside = new TLSSocket(client, { isServer: true, key: KEY, cert: CERTIFICATE });
      inside.once("secure", () => (encrypted += 1));
      const server = connect(Number(port || 5432), hostname);
      for (const [from, to] of [
        [inside, server],
        [server, inside],
      ] as const) {
        from.on("error", () => to.destroy());
        from.pipe(to);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  const url = new URL(database.url);
  Object.assign(url, { hostname: "127.0.0.1", port: String((front.address() as AddressInfo).port) });
  url.searchParams.set("sslmode", "require");
  const opened = openDatabase(url.href, { reads: 1, writes: 1 });
  try {
    const long = "x".repeat(100_000);
    const answers = await opened.writes.transaction("write", async (db) => {
      await db.execute(sql`CREATE TABLE notes (note text)`);
      await db.execute(sql`INSERT INTO notes VALUES (${long}), (${"short"})`);
      return await db.execute<{ length: number }>(sql`SELECT length(note) FROM notes`);
    });
    expect(answers.map(({ length }) => length)).toEqual([100_000, 5]);
    expect(encrypted).toBeGreaterThan(0);
  } finally {
    await opened.close();
    front.close();
    await database.drop();
  }
});
