import { expect, test } from "vitest";
import type { Json } from "#domain/json.ts";
import { PLAIN_PROPERTY } from "#domain/templates/template.ts";
import { boardChoices, boardColumns, usualChoice } from "./board-columns.ts";

const rows: readonly { id: string; faction?: Json; name: string }[] = [
  { id: "a", faction: "watch", name: "Ana" },
  { id: "b", faction: "guild", name: "Bor" },
  { id: "c", name: "Cem" },
  { id: "d", faction: "watch", name: "Dag" },
  { id: "e", faction: "", name: "Eve" },
];
const of = (options: readonly Json[]) =>
  boardColumns(rows, { heldBy: ({ faction }) => faction, options, say: String, none: "No faction" }).map(
    ({ label, rows: held }) => `${label}: ${held.map(({ id }) => id).join("")}`,
  );

test("options come first and also when nobody has them, other values by their words, and those without one last", () => {
  expect(of([])).toEqual(["guild: b", "watch: ad", "No faction: ce"]);
  expect(of(["watch", "crown"])).toEqual(["watch: ad", "crown: ", "guild: b", "No faction: ce"]);
});

test("a board is arranged by words or yes and no, at first by those that make few full columns", () => {
  const used = [
    { path: "name", kinds: { string: 5 } },
    { path: "age", kinds: { number: 5 } },
    { path: "faction", kinds: { string: 3, null: 1 } },
    { path: "tags", kinds: { string: 1, array: 2 } },
  ];
  const choices = boardChoices(used);
  expect(choices).toEqual(["properties.name", "properties.faction", "place"]);
  const plain = { ...PLAIN_PROPERTY, label: "" };
  const definitions = new Map([
    ["name", { ...plain, key: "name", kind: "text" as const }],
    ["mood", { ...plain, key: "mood", kind: "choice" as const }],
    ["kin", { ...plain, key: "kin", kind: "reference" as const, several: true }],
  ]);
  expect(boardChoices(used, definitions)).toEqual([
    "properties.mood",
    "properties.name",
    "properties.faction",
    "place",
  ]);
  const heldBy = (row: (typeof rows)[number], column: string) =>
    column === "properties.name" ? row.name : column === "place" ? undefined : row.faction || undefined;
  expect(usualChoice(choices, [...rows, { id: "f", faction: "guild", name: "Fay" }], heldBy)).toBe(
    "properties.faction",
  );
});
