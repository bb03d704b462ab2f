import { describe, expect, test } from "vitest";
import { changeOf, draftOf, expiryOf, grantOf, NEW_DRAFT, withKind, withMode, withPurpose } from "./key-draft.ts";
import type { ApiKey } from "./key-queries.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const KEY: ApiKey = {
  id: "key_1",
  workspace_id: "wsp_1",
  name: "Night build",
  kind: "secret",
  mode: "test",
  scopes: ["read", "write"],
  project_ids: ["prj_1", "prj_2"],
  prefix: "sk_test_",
  start: "a1b2",
  last4: "9f2c",
  state: "active",
  created_by: "user:usr_1",
  created_at: "2026-11-01T08:00:00.000Z",
  last_used_at: null,
  expires_at: "2027-01-01T00:00:00.000Z",
  revoked_at: null,
  replaced_by: null,
};

describe("a new key", () => {
  test("gets what its purpose needs, and its purpose's name until somebody types one", () => {
    const game = withPurpose(NEW_DRAFT, "game");
    expect(game).toMatchObject({ name: "Game client", kind: "publishable", scopes: ["read"] });
    expect(withPurpose(game, "own").name).toBe("");
    const named = withPurpose({ ...game, name: "Ferry, Windows" }, "script");
    expect(named).toMatchObject({ name: "Ferry, Windows", kind: "secret", scopes: ["read", "write"] });
    expect(withKind(named, "publishable").scopes).toEqual(["read"]);
  });

  test("names no project of the mode it had before", () => {
    const some = { ...NEW_DRAFT, projectIds: ["prj_1"] };
    expect(withMode(some, "test").projectIds).toEqual(["prj_1"]);
    expect(withMode(some, "live")).toMatchObject({ mode: "live", projectIds: [] });
    expect(withMode(NEW_DRAFT, "live").projectIds).toBeNull();
  });

  test("ends when it was said to, with its last day where the person is", () => {
    expect(grantOf(NEW_DRAFT, NOW).expires_at).toBe("2027-02-20T12:00:00.000Z");
    expect(expiryOf({ ...NEW_DRAFT, lifetime: "never" }, NOW)).toBeNull();
    const end = expiryOf({ ...NEW_DRAFT, lifetime: "day", day: "2026-12-24" }, NOW);
    expect(new Date(end ?? "").toString()).toMatch(/Dec 24 2026 23:59:59/);
  });
});

describe("a change of a key", () => {
  test("sends what differs and nothing else", () => {
    const draft = draftOf(KEY);
    expect(changeOf(KEY, { ...draft, scopes: ["write", "read"], name: " Night build " }, NOW)).toEqual({
      key_id: "key_1",
    });
    expect(changeOf(KEY, { ...draft, projectIds: null, lifetime: "never" }, NOW)).toEqual({
      key_id: "key_1",
      project_ids: null,
      expires_at: null,
    });
    expect(changeOf(KEY, { ...draft, name: "Build", scopes: ["read"] }, NOW)).toEqual({
      key_id: "key_1",
      name: "Build",
      scopes: ["read"],
    });
  });
});
