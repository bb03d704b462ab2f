import { expect, test } from "vitest";
import type { ApiKey } from "./key-queries.ts";
import { statusOf } from "./key-status.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const DAY = 86_400_000;

test("a key's state is that of the moment that is looked at, also between two readings", () => {
  const said = (key: Partial<ApiKey>) => {
    const { word, works } = statusOf({ state: "active", replaced_by: null, expires_at: null, ...key } as ApiKey, NOW);
    return [word, works];
  };
  expect(said({})).toEqual(["Active", true]);
  expect(said({ expires_at: at(8 * DAY) })).toEqual(["Active", true]);
  expect(said({ expires_at: at(3 * DAY) })).toEqual(["Ends in 3 days", true]);
  expect(said({ replaced_by: "key_2", expires_at: at(1) })).toEqual(["Being replaced", true]);
  // The server said active before the end came.
  expect(said({ replaced_by: "key_2", expires_at: at(0) })).toEqual(["Replaced", false]);
  expect(said({ expires_at: at(-1) })).toEqual(["Expired", false]);
  expect(said({ state: "revoked", replaced_by: "key_2" })).toEqual(["Revoked", false]);
});
