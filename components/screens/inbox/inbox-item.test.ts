import { describe, expect, test } from "vitest";
import { undecidedOf } from "../../editor/saving/kept-conflicts.ts";
import type { Entry } from "../../editor/saving/outbox/entry.ts";
import { inboxItemsOf, stepFrom, withOpened } from "./inbox-item.ts";
import type { ServerItem } from "./inbox-queries.ts";

const item = (id: string, since: string): ServerItem => ({
  kind: "session",
  id,
  project_id: "prj_1",
  project_name: "One",
  title: id,
  about: null,
  since,
  expires_at: null,
});
const entry = (id: string, at: string, more: Partial<Entry> = {}): Entry => ({
  userId: "usr_1",
  workspaceId: "wsp_1",
  projectId: "prj_1",
  graphId: "dlg_1",
  id,
  number: 1,
  tabId: "tab",
  label: id,
  operations: [],
  at: Date.parse(at),
  state: "conflict",
  batch: null,
  conflicts: [],
  refusal: null,
  ...more,
});

describe("what waits for a person", () => {
  const items = inboxItemsOf(
    [item("a", "2026-01-01T10:00:00.000Z"), item("b", "2026-01-01T12:00:00.000Z")],
    [entry("c", "2026-01-01T11:00:00.000Z")],
  );

  test("is one list, the newest first", () => {
    expect(items.map(({ title }) => title)).toEqual(["b", "c", "a"]);
  });

  test("is walked from end to end, and no further", () => {
    const [first, second, last] = items;
    expect(stepFrom(items, null, 1)).toBe(first);
    expect(stepFrom(items, first?.key ?? "", 1)).toBe(second);
    expect(stepFrom(items, first?.key ?? "", -1)).toBe(first);
    expect(stepFrom(items, last?.key ?? "", 1)).toBe(last);
    expect(stepFrom(items, "gone", 1)).toBe(first);
    expect(stepFrom([], null, 1)).toBeNull();
  });

  test("keeps what is looked at, though it was answered", () => {
    const [first, ...others] = items;
    expect(withOpened(others, first ?? null)).toEqual(items);
    expect(withOpened(items, first ?? null)).toEqual(items);
    expect(withOpened(others, null)).toEqual(others);
  });

  test("has of this browser's what this person has to decide", () => {
    const entries = [
      entry("ready", "2026-01-01T10:00:00.000Z", { state: "ready" }),
      entry("old", "2026-01-01T10:00:00.000Z", { state: "refused" }),
      entry("new", "2026-01-01T11:00:00.000Z"),
      entry("another person", "2026-01-01T12:00:00.000Z", { userId: "usr_2" }),
      entry("another workspace", "2026-01-01T12:00:00.000Z", { workspaceId: "wsp_2" }),
    ];
    const found = undecidedOf(entries, { userId: "usr_1", workspaceId: "wsp_1" });
    expect(found.map(({ id }) => id)).toEqual(["new", "old"]);
  });
});
