import { createServer, type Server } from "node:net";
import { describe, expect, it } from "vitest";
import { openExternal, type ServerFacts, unfitness } from "./external.ts";

const fit: ServerFacts = {
  version: 150_004,
  version_name: "15.4",
  encoding: "UTF8",
  standby: false,
  citus_worker: false,
  may_create: true,
  may_create_tables: true,
  database: "stories",
  user: "writer",
  available: ["btree_gin", "pg_trgm"],
  installed: [],
};

const judge = (facts: Partial<ServerFacts>) => unfitness({ ...fit, ...facts }, "db:5432/stories", "DATABASE_URL");

describe("unfitness", () => {
  it("finds nothing wrong with a plain PostgreSQL 15", () => expect(judge({})).toBeNull());
  it("names the version and the least one", () =>
    expect(judge({ version: 140_011, version_name: "14.11" })).toMatch(
      /version 14\.11, and Fabula needs 15 or later: upgrade/,
    ));
  it("names each missing extension and the package", () => {
    expect(judge({ available: [] })).toMatch(/extensions btree_gin and pg_trgm: install its contrib package/);
    expect(judge({ available: ["pg_trgm"] })).toMatch(/extension btree_gin: install/);
    expect(judge({ available: [], installed: ["btree_gin", "pg_trgm", "plpgsql"] })).toBeNull();
  });
  it("refuses a standby", () => expect(judge({ standby: true })).toContain("point DATABASE_URL at the primary"));
  it("refuses a worker of Citus", () =>
    expect(judge({ citus_worker: true })).toContain("point DATABASE_URL at the coordinator"));
  it("gives the command for a user without rights", () =>
    expect(judge({ may_create: false })).toContain('ALTER DATABASE "stories" OWNER TO "writer"'));
});

/** An ErrorResponse of PostgreSQL's protocol 3: severity, SQLSTATE and message. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Does what PgBouncer does with a session that starts with a setting it does not follow, and refuses all others. */
async function pooler(): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (startup) => {
      const isRefused = startup.includes("\0statement_timeout\0");
      socket.end(
        isRefused
          ? errorResponse("08P01", "unsupported startup parameter: statement_timeout")
          : errorResponse("53300", "too many connections"),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, url: `postgres://writer:secret-91@127.0.0.1:${address.port}/stories` };
}

describe("a pooler that refuses the settings of a session", () => {
  it("ends the start with what to set, unless the direct address is set", async () => {
    const { server, url } = await pooler();
    const refusal = (directUrl: string) => openExternal(url, directUrl).catch((error: Error) => error.message);
    try {
      expect(await refusal(url)).toMatch(
        /^A pooler answers at 127\.0\.0\.1:\d+\/stories, which DATABASE_URL names, .*: set DATABASE_DIRECT_URL to PostgreSQL itself/,
      );
      // Then the session starts without those settings, and comes as far as the next refusal.
      expect(await refusal("postgres://writer@127.0.0.1:1/stories")).toContain("no connection left");
    } finally {
      server.close();
    }
  });
});
