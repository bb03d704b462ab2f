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

test("two thousand cards are searched in less than a frame and a half", () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    item(`Card ${at}`, "At the gate they weigh the salt twice. ".repeat(8)),
  );
  find(many, "warm up", 20);
  const begun = performance.now();
  expect(find(many, "gate salt 199", 20).length).toBeGreaterThan(0);
  expect(performance.now() - begun).toBeLessThan(30);
});
