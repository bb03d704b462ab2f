import { describe, expect, it } from "vitest";
import { type ServerFacts, unfitness } from "./external.ts";

const fit: ServerFacts = {
  version: 150_004,
  version_name: "15.4",
  encoding: "UTF8",
  standby: false,
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
  it("gives the command for a user without rights", () =>
    expect(judge({ may_create: false })).toContain('ALTER DATABASE "stories" OWNER TO "writer"'));
});
