import { expect, test } from "vitest";
import { groupHeadings } from "./group-headings.ts";

const headings = (script: string, parts: number[] = []) => {
  const sections = script.split(" ");
  const memberships = new Map(sections.flatMap((group, at) => (group === "-" ? [] : [[String(at), group] as const])));
  const ids = sections.map((_, at) => String(at));
  return [...groupHeadings(ids, memberships, parts)].map(
    ([id, { groupId, isAgain }]) => `${id} ${groupId ?? "none"}${isAgain ? " again" : ""}`,
  );
};

test("given sections in groups, then a heading stands where a group begins, ends, or goes on", () => {
  expect(headings("gate gate yard gate -")).toEqual(["0 gate", "2 yard", "3 gate again", "4 none"]);
});

test("given no groups, then there are no headings", () => {
  expect(headings("- - -")).toEqual([]);
});

test("given a part that begins, then what is in no group needs no heading there, and a group has its own again", () => {
  expect(headings("gate -", [1])).toEqual(["0 gate"]);
  expect(headings("gate gate", [1])).toEqual(["0 gate", "1 gate again"]);
});
