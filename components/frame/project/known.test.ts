import { expect, test } from "vitest";
import { knownOf } from "./known.ts";
import { restOfList } from "./rest-of-list.ts";

const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: `ent_${from + index}`, name: `Name ${from + index}` }));

test("pages are one map, made once for the same pages", () => {
  const [first, rest] = [named(0, 3), named(3, 5)];
  const nameOf = ({ name }: { name: string }) => name;
  const part = knownOf(first, [], false, nameOf);
  const whole = knownOf(first, rest, true, nameOf);
  expect([part.size, part.isWhole, whole.size, whole.isWhole]).toEqual([3, false, 5, true]);
  expect(whole.get("ent_4")).toBe("Name 4");
  expect(knownOf(first, rest, true, nameOf)).toBe(whole);
});

/** A list of `length` things that grows by `grows` after each page. */
function list(length: number, grows = 0) {
  const asked: number[] = [];
  let total = length;
  const ask = async (offset: number) => {
    asked.push(offset);
    const items = named(offset, Math.min(offset + 500, total));
    const answer = { items, total };
    total += grows;
    return answer;
  };
  return { asked, ask };
}

test("the rest of a list is asked for at once, from its second page to its last", async () => {
  const { asked, ask } = list(1_200);
  const { items, isAll, isSteady } = await restOfList(1_200, ask);
  expect(asked).toEqual([500, 1_000]);
  expect(items.map(({ id }) => id)).toEqual(named(500, 1_200).map(({ id }) => id));
  expect([isAll, isSteady]).toEqual([true, true]);
});

test("a list that changes meanwhile says so, and one that has no end is not read to it", async () => {
  expect(await restOfList(1_200, list(1_200, 1).ask)).toMatchObject({ isAll: true, isSteady: false });
  const endless = list(1_000_000);
  const { items, isAll } = await restOfList(1_000_000, endless.ask);
  expect([items.length, isAll]).toEqual([19_500, false]);
});
