import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#server/postgres/cluster.ts";
import { type Connection, connect, quoted, withDatabase } from "#server/postgres/connection.ts";
import { openExternal } from "#server/postgres/external.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

const PASSWORD = "opensesame-91";
const role = `fabula_guest_${process.pid}`;
const latin = `fabula_latin_${process.pid}`;

let database: TestDatabase;
let sql: Connection;
let guest: string;

beforeAll(async () => {
  database = await createTestDatabase({ template: null });
  sql = connect(database.url);
  await sql.unsafe(`create role ${quoted(role)} login password '${PASSWORD}'`);
  await sql.unsafe(`create database ${quoted(latin)} template template0 encoding 'LATIN1' locale 'C'`);
  const url = new URL(database.url);
  url.username = role;
  url.password = PASSWORD;
  guest = url.href;
});

afterAll(async () => {
  await sql.unsafe(`drop database if exists ${quoted(latin)} with (force)`);
  await sql.unsafe(`drop role ${quoted(role)}`);
  await sql.end();
  await database.drop();
});

async function refusal(url: string, directUrl: string = url): Promise<string> {
  const attempt = openExternal(url, directUrl).then(async (server) => {
    await server.stop();
    return "";
  });
  const sentence = await attempt.catch((error: Error) => error.message);
  expect(sentence).not.toContain(PASSWORD);
  return sentence;
}

describe("a PostgreSQL named by DATABASE_URL", () => {
  it("is opened when it is fit", async () => {
    const server = await openExternal(database.url, database.url);
    expect(server.state()).toBe("up");
    expect(server.description).toContain(database.name);
    const { password } = new URL(database.url);
    if (password !== "") expect(server.description).not.toContain(password);
    await server.stop();
  });

  it("is refused when nothing answers there", async () => {
    const url = new URL(guest);
    url.port = String(await freePort());
    expect(await refusal(url.href)).toMatch(
      /^No PostgreSQL answers at 127\.0\.0\.1:\d+.*start it, or correct DATABASE_URL\.$/,
    );
    expect(await refusal(database.url, url.href)).toContain("DATABASE_DIRECT_URL");
  });

  it("is refused when the host is not known", async () => {
    const url = new URL(guest);
    url.hostname = "no-such-host.invalid";
    expect(await refusal(url.href)).toMatch(/names a host that is not known|No PostgreSQL answers/);
  });

  /** A cluster given to the tests may trust everyone on this machine. */
  const trusts = new URL(process.env.FABULA_TEST_CLUSTER ?? "postgres://x").password === "";

  it.skipIf(trusts)("is refused when user or password are wrong", async () => {
    const url = new URL(guest);
    url.password = `${PASSWORD}x`;
    expect(await refusal(url.href)).toContain("refuses the user or password in DATABASE_URL");
  });

  it("is refused when the database does not exist", async () => {
    expect(await refusal(withDatabase(guest, "no_such_database"))).toContain("createdb no_such_database");
  });

  it("is refused when its encoding cannot hold every text", async () => {
    expect(await refusal(withDatabase(database.url, latin))).toContain("encoded in LATIN1, and Fabula needs UTF8");
  });

  it("is refused when the user may not create tables", async () => {
    expect(await refusal(guest)).toContain("may not create tables");
  });

  it("is refused with its own words when an option in the address is unknown to it", async () => {
    expect(await refusal(`${database.url}?no_such_option=1`)).toContain("cannot be used: ");
  });
});
