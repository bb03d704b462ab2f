import { expect, test } from "vitest";
import type { Book } from "./book-types.ts";
import { LAST, moveBy, moveOnto, type OutlineItem, outlineItems, storyItems } from "./outline-items.ts";

const chapter = (id: string, act_id: string | null, order_key: string) => ({ id, act_id, order_key, title: id });
const act = (id: string, order_key: string) => ({ id, order_key, title: id });
const book = {
  acts: [act("act_1", "a1"), act("act_2", "a3"), act("act_3", "a4")],
  chapters: [
    chapter("prologue", null, "a0"),
    chapter("one", "act_1", "a0"),
    chapter("two", "act_1", "a1"),
    chapter("interlude", null, "a2"),
    chapter("three", "act_2", "a0"),
  ],
} as unknown as Book;
const passages = [
  { id: "p1", words: "The tide", isNote: false },
  { id: "p2", words: "The gate", isNote: true },
];

const shape = (items: readonly OutlineItem[]): unknown =>
  items.map((each) => (each.items.length === 0 ? each.id : [each.id, shape(each.items)]));
const items = outlineItems(book, { chapterId: "two", passages });

test("acts and chapters outside of them stand in one order, with the passages of the open chapter", () => {
  expect(shape(items)).toEqual([
    "prologue",
    ["act_1", ["one", ["two", ["p1", "p2"]]]],
    "interlude",
    ["act_2", ["three"]],
    "act_3",
  ]);
  expect(shape(storyItems(book))).toHaveLength(5);
});

test("a step goes a place up or down, and at the edge of an act out of it", () => {
  const by = (id: string, step: Parameters<typeof moveBy>[2]) => {
    const move = moveBy(items, id, step);
    return move === null ? null : [move.into, move.after];
  };
  expect(by("prologue", "up")).toBeNull();
  expect(by("prologue", "down")).toEqual([null, "act_1"]);
  expect(by("two", "up")).toEqual(["act_1", null]);
  expect(by("one", "up")).toEqual([null, "prologue"]);
  expect(by("two", "down")).toEqual([null, "act_1"]);
  expect(by("interlude", "in")).toEqual(["act_1", "two"]);
  expect(by("one", "out")).toEqual([null, "act_1"]);
  expect(by("act_2", "up")).toEqual([null, "act_1"]);
  expect(by("act_3", "down")).toBeNull();
  expect(by("p1", "down")).toEqual(["two", "p2"]);
  expect(by("p1", "up")).toBeNull();
});

test("what is dropped goes into what takes it, else behind it", () => {
  const find = (id: string, of: readonly OutlineItem[] = items): OutlineItem | undefined =>
    of.find((each) => each.id === id) ?? of.map((each) => find(id, each.items)).find((each) => each !== undefined);
  const onto = (id: string, over: string | null) => {
    const move = moveOnto(find(id) as OutlineItem, over === null ? null : (find(over) as OutlineItem), items);
    return move === null ? null : [move.into, move.after];
  };
  expect(onto("prologue", "act_2")).toEqual(["act_2", "three"]);
  expect(onto("prologue", "one")).toEqual(["act_1", "one"]);
  expect(onto("three", "act_2")).toEqual(["act_2", null]);
  expect(onto("act_1", "three")).toEqual([null, "act_2"]);
  expect(onto("act_1", "one")).toBeNull();
  expect(onto("p1", "p2")).toEqual(["two", "p2"]);
  expect(onto("p1", "two")).toEqual(["two", "p2"]);
  expect(onto("p1", "three")).toEqual(["three", LAST]);
  expect(onto("p1", "act_1")).toBeNull();
  expect(onto("one", "p1")).toBeNull();
  expect(onto("one", null)).toEqual([null, "act_3"]);
});
