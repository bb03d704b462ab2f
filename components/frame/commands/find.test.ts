import { expect, test } from "vitest";
import { type Findable, find } from "./find.ts";

const item = (title: string, detail = ""): Findable => ({ id: title, title, detail });
const FOUND_NODES = [
  item("The ferryman answers"),
  item("Answers at dusk", "Mara counts the sacks"),
  item("Café by the gate"),
  item("Salt"),
];
const titles = (query: string) => find(FOUND_NODES, query, 10).map(({ title }) => title);

test("finds what holds every word, what begins with it first", () => {
  expect(titles("answers")).toEqual(["Answers at dusk", "The ferryman answers"]);
  expect(titles("answers mara")).toEqual(["Answers at dusk"]);
  expect(titles("answers nobody")).toEqual([]);
});

test("case and accents do not matter", () => {
  expect(titles("CAFE")).toEqual(["Café by the gate"]);
});

test("nothing typed finds everything, up to the limit", () => {
  expect(find(FOUND_NODES, "  ", 2)).toHaveLength(2);
});

test("each of two thousand cards is read for the first search only", () => {
  let read = 0;
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    id: `${at}`,
    title: `Card ${at}`,
    get detail() {
      read += 1;
      return "At the gate they weigh the salt twice. ".repeat(8);
    },
  }));
  expect(find(many, "gate salt 199", 20)).toHaveLength(12);
  expect(read).toBe(2_000);
  expect(find(many, "gate salt 1999", 20).map(({ id }) => id)).toEqual(["1999"]);
  expect(read).toBe(2_000);
});
