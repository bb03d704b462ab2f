import { expect, test } from "vitest";
import { beginningsOf } from "./beginnings.ts";

const links = (...words: string[]) =>
  words.map((word) => ({ from_graph_id: word.charAt(0), to_graph_id: word.charAt(1) }));

test("a story begins in the dialogues that nothing leads to", () => {
  expect(beginningsOf([], "d")).toEqual(["d"]);
  expect(beginningsOf(links("ab", "bd", "cd", "de", "xy"), "d")).toEqual(["c", "a"]);
  expect(beginningsOf(links("de", "ef"), "d")).toEqual(["d"]);
  expect(beginningsOf(links("ab", "bd", "db", "dd"), "d")).toEqual(["a"]);
  expect(beginningsOf(links("bd", "db"), "d")).toEqual(["d"]);
});
