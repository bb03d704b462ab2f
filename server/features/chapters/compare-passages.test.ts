import { expect, test } from "vitest";
import { comparePassages } from "./compare-passages.ts";

const passage = (id: string, more: { text?: string; kind?: "prose" | "note"; beat_id?: string } = {}) => ({
  id,
  kind: "prose" as const,
  beat_id: null,
  text: `${id}.`,
  ...more,
});
const changes = (earlier: string[], later: string[]) =>
  comparePassages(
    earlier.map((id) => passage(id)),
    later.map((id) => passage(id)),
  ).map(({ id, change }) => [id, change]);

test("a passage has moved where it stands otherwise among the others", () => {
  expect(changes(["a", "b", "c"], ["a", "b", "c"])).toEqual([]);
  expect(changes(["a", "b", "c"], ["c", "a", "b"])).toEqual([["c", "moved"]]);
  expect(changes(["a", "b", "c", "d"], ["a", "x", "c", "d", "b"])).toEqual([
    ["x", "added"],
    ["b", "moved"],
  ]);
  expect(changes(["a", "b", "c"], ["c"])).toEqual([
    ["a", "removed"],
    ["b", "removed"],
  ]);
});

test("a passage that is a note by now, or tells another beat, has changed", () => {
  const earlier = [passage("a"), passage("b"), passage("c")];
  const later = [passage("a", { kind: "note" }), passage("b", { beat_id: "beat_1" }), passage("c", { text: "C." })];
  expect(comparePassages(earlier, later)).toEqual([
    { id: "a", change: "changed", fields: ["kind"], before: "a.", after: "a." },
    { id: "b", change: "changed", fields: ["beat_id"], before: "b.", after: "b." },
    { id: "c", change: "changed", fields: ["text"], before: "c.", after: "C." },
  ]);
});
