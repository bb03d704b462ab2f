import { expect, test } from "vitest";
import { ChangedByColumn } from "./changed-by-column.ts";

const all = [
  { id: "a", after: { name: "Gate", parent_id: null } },
  { id: "b", after: { name: "Tower", parent_id: "a" } },
  { id: "c", after: null },
];

function candidates(changed: ChangedByColumn, where: Record<string, string | null | string[]>) {
  return [...changed.candidates("entity", where, () => all)];
}

test("only those with a value are candidates, however many changed", () => {
  const changed = new ChangedByColumn();
  expect(candidates(changed, { name: "Gate" })).toEqual(["a"]);
  expect(candidates(changed, { name: ["Tower", "Gate", "Hall"] })).toEqual(["b", "a"]);
  expect(candidates(changed, { parent_id: null })).toEqual(["a"]);
  expect(candidates(changed, {})).toEqual(["a", "b", "c"]);
});

test("a later change is found by what it is now, and still by what it was", () => {
  const changed = new ChangedByColumn();
  candidates(changed, { name: "Gate" });
  changed.add("entity", { id: "a", after: { name: "Hall" } });
  changed.add("entity", { id: "b", after: null });
  changed.add("relationship", { id: "r", after: { name: "Hall" } });
  expect(candidates(changed, { name: "Hall" })).toEqual(["a"]);
  expect(candidates(changed, { name: "Gate" })).toEqual(["a"]);
  changed.clear();
  expect(candidates(changed, { name: "Hall" })).toEqual([]);
});
