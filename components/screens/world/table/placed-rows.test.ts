import { expect, test } from "vitest";
import { type PlacedSubject, placedTree, unknownParents } from "./placed-rows.ts";

const at = (id: string, parent_id: string | null = null, type = "character"): PlacedSubject => ({
  id,
  name: id.toUpperCase(),
  type,
  parent_id,
});
const ROWS = [at("mara", "room"), at("tam"), at("bor", "gate"), at("gone", "nowhere")];
const PLACES = [at("room", "gate", "location"), at("gate", null, "location")];

test("rows lie in their places, places that lead to them come first, and a parent that is gone is none", () => {
  const rows = placedTree(ROWS, PLACES, () => true);
  expect(rows.map(({ depth, item }) => `${"·".repeat(depth)}${item.entity.id} ${item.within}`)).toEqual([
    "gate 2",
    "·room 1",
    "··mara 0",
    "·bor 0",
    "tam 0",
    "gone 0",
  ]);
  expect(placedTree(ROWS, PLACES, () => false).map(({ item }) => item.entity.id)).toEqual(["gate", "tam", "gone"]);
});

test("the places above are asked for until none is missing", () => {
  expect(unknownParents(ROWS, [])).toEqual(["gate", "nowhere", "room"]);
  expect(unknownParents(ROWS, PLACES)).toEqual(["nowhere"]);
});

test("places that lie in each other end", () => {
  const round = [at("a", "b", "location"), at("b", "a", "location")];
  expect(placedTree([at("mara", "a")], round, () => true)).toEqual([]);
});
