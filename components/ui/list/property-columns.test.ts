import { expect, test } from "vitest";
import { propertyColumns } from "./property-columns.tsx";

test("each property in use is a column with its value in words, for a person to choose", () => {
  const row = { properties: { armed: true, stats: { hp: 1200 }, likes: ["salt", "rope"], mood: null } };
  const columns = propertyColumns<typeof row>(["armed", "stats.hp", "likes", "mood", "missing"]);
  expect(columns.map((column) => column.value?.(row))).toEqual(["Yes", 1200, "salt, rope", "", ""]);
  expect(columns.map(({ key, isExtra }) => [key, isExtra])[1]).toEqual(["properties.stats.hp", true]);
});
