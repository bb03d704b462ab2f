import { describe, expect, test } from "vitest";
import { expiryOf } from "../../ui/form/lifetime.ts";
import { grantOf, type KeyDraft, NEW_DRAFT, withKind, withMode, withPurpose } from "./key-draft.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const changed = (draft: KeyDraft, by: (draft: KeyDraft) => Partial<KeyDraft>): KeyDraft => ({ ...draft, ...by(draft) });

describe("a new key", () => {
  test("gets what its purpose needs, and its purpose's name until somebody types one", () => {
    const game = changed({ ...NEW_DRAFT, purpose: "game" }, withPurpose);
    expect(game).toMatchObject({ name: "Game client", kind: "publishable", scopes: ["read"] });
    expect(changed({ ...game, purpose: "own" }, withPurpose).name).toBe("");
    const named = changed({ ...game, name: "Ferry, Windows", purpose: "script" }, withPurpose);
    expect(named).toMatchObject({ name: "Ferry, Windows", kind: "secret", scopes: ["read", "write"] });
    expect(changed({ ...named, kind: "publishable" }, withKind).scopes).toEqual(["read"]);
    expect(changed({ ...NEW_DRAFT }, withPurpose)).toEqual(NEW_DRAFT);
    expect([game.project_ids, named.project_ids]).toEqual([[], null]);
  });

  test("names no project of the mode it had before", () => {
    expect(withMode({ ...NEW_DRAFT, mode: "live", project_ids: ["prj_1"] })).toEqual({ project_ids: [] });
    expect(withMode({ ...NEW_DRAFT, mode: "live" })).toEqual({});
  });

  test("ends when it was said to, with its last day where the person is", () => {
    expect(grantOf(NEW_DRAFT, NOW).expires_at).toBe("2027-02-20T12:00:00.000Z");
    expect(expiryOf({ lifetime: "never", day: "" }, NOW)).toBeNull();
    expect(expiryOf({ lifetime: "keep", day: "" }, NOW)).toBeUndefined();
    const end = expiryOf({ lifetime: "day", day: "2026-12-24" }, NOW);
    expect(new Date(end ?? "").toString()).toMatch(/Dec 24 2026 23:59:59/);
  });
});
