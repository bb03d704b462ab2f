import { expect, test } from "vitest";
import { initialsOf } from "../../ui/initials.ts";
import type { PresentPerson } from "./live-message.ts";
import { othersOf } from "./who-is-where.ts";

const person = (
  user_id: string,
  name: string,
  graph_id: string | null,
  node_id: string | null = null,
): PresentPerson => ({
  client_id: `${user_id}-${graph_id}`,
  user_id,
  name,
  graph_id,
  node_id,
});

test("everyone but me, each once, at the place nearest to mine", () => {
  const people = [
    person("usr_me", "Me", "dlg_1"),
    person("usr_b", "Ben", null),
    person("usr_a", "Ana", "dlg_2"),
    person("usr_b", "Ben", "dlg_1"),
    person("usr_b", "Ben", "dlg_1", "node_1"),
    person("usr_c", "Cleo", "dlg_1"),
  ];
  const others = othersOf(people, { userId: "usr_me", graphId: "dlg_1" });
  expect(others.map(({ name, isHere, nodeId }) => [name, isHere, nodeId])).toEqual([
    ["Ben", true, "node_1"],
    ["Cleo", true, null],
    ["Ana", false, null],
  ]);
});

test("outside any dialogue nobody is here", () => {
  expect(othersOf([person("usr_a", "Ana", null)], { userId: "usr_me", graphId: null })[0]?.isHere).toBe(false);
});

test.each([
  ["Ana Silva", "AS"],
  ["ana", "A"],
  ["Ana Maria de Souza", "AS"],
  ["李小龍", "李"],
  ["👩‍💻 Dev", "👩‍💻D"],
  ["  ", "?"],
])("initials of %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("a person keeps their colour", () => {
  const colours = new Set(
    Array.from(
      { length: 40 },
      (_, n) => othersOf([person(`usr_${n}`, "x", null)], { userId: "", graphId: null })[0]?.colour,
    ),
  );
  expect([...colours].every((colour) => colour !== undefined && colour >= 1 && colour <= 8)).toBe(true);
  expect(colours.size).toBe(8);
});
