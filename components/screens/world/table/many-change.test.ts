import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePatch } from "#domain/change/merge-patch.ts";
import type { JsonObject } from "#domain/json.ts";
import { type ManyChange, partsOf } from "./many-change.ts";

const ROWS = [
  { id: "a", type: "lamp", parent_id: null, properties: { lit: true, stats: { oil: 3, old: null } } },
  { id: "b", type: "lamp", parent_id: "p", properties: { stats: "none" } },
  { id: "c", type: "ship", parent_id: "q", properties: {} },
];

/** Rows as a batch leaves them. */
function after(rows: typeof ROWS, parts: ReturnType<typeof partsOf>["make"]) {
  return rows.map((row) => {
    const patch = parts.find(({ id }) => id === row.id)?.patch ?? {};
    const properties = mergePatch(row.properties as JsonObject, patch.properties ?? {});
    return { ...row, ...patch, properties } as (typeof ROWS)[number];
  });
}

test("given a change of many, then each has it, what had it is left out, and undo gives each what it had", () => {
  const change: fc.Arbitrary<ManyChange> = fc.oneof(
    fc.record({ field: fc.constant("type" as const), value: fc.constantFrom("lamp", "ship", "book") }),
    fc.record({ field: fc.constant("parent_id" as const), value: fc.constantFrom(null, "p", "r") }),
    fc.record({
      field: fc.constant("property" as const),
      path: fc.constantFrom("lit", "stats.oil", "new"),
      value: fc.constantFrom(undefined, true, 3, "x"),
    }),
  );
  fc.assert(
    fc.property(change, (each) => {
      const { make, undo } = partsOf(ROWS, each);
      const changed = after(ROWS, make);
      expect(partsOf(changed, each).make).toEqual([]);
      expect(after(changed, undo)).toEqual(ROWS);
    }),
  );
});
