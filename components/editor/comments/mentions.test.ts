import { expect, test } from "vitest";
import { calledAt, mentionsIn, peopleFor } from "./mentions.ts";

const people = [
  { id: "usr_1", name: "Mira Vogt" },
  { id: "usr_2", name: "Ana Mirković" },
  { id: "usr_3", name: "Odo" },
];

test("who is being called is read at the caret, and nobody in an address", () => {
  expect(calledAt("Ask @Mi", 7)).toEqual({ from: 4, typed: "Mi" });
  expect(calledAt("@", 1)).toEqual({ from: 0, typed: "" });
  expect(calledAt("@Mira Vo", 8)).toEqual({ from: 0, typed: "Mira Vo" });
  expect(calledAt("mira@vogt", 9)).toBeNull();
  expect(calledAt("Ask @Mira Vogt now", 18)).toBeNull();
});

test("people are found by the beginning of any of their names", () => {
  expect(peopleFor(people, "mir").map(({ id }) => id)).toEqual(["usr_1", "usr_2"]);
  expect(peopleFor(people, "Mira V").map(({ id }) => id)).toEqual(["usr_1"]);
  expect(peopleFor(people, "x")).toEqual([]);
});

test("those whose whole name is there are called", () => {
  expect(mentionsIn("@Odo and @Mira Vogt, not @Ana", people)).toEqual(["usr_1", "usr_3"]);
});
