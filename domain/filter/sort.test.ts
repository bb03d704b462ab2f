import { describe, expect, it } from "vitest";
import type { Json } from "../json.ts";
import { propertyComparator, type SortOrder } from "./sort.ts";

function sorted(values: (Json | undefined)[], order: SortOrder): string[] {
  return values
    .map((value, index) => ({ id: String(index), properties: value === undefined ? {} : { a: { b: value } } }))
    .sort(propertyComparator(["a", "b"], order))
    .map(({ id }) => id);
}

describe("propertyComparator", () => {
  it("puts number before string before boolean before the rest, missing last in both directions", () => {
    const values = [undefined, null, true, "a", 2, false, "B", -1, [1], undefined];
    expect(sorted(values, "asc")).toEqual(["7", "4", "6", "3", "5", "2", "1", "8", "0", "9"]);
    expect(sorted(values, "desc")).toEqual(["8", "1", "2", "5", "3", "6", "4", "7", "9", "0"]);
  });

  it("breaks ties by id in the direction of the sort", () => {
    expect(sorted([1, 1, 1.0], "asc")).toEqual(["0", "1", "2"]);
    expect(sorted([{ x: 1 }, [], null], "desc")).toEqual(["2", "1", "0"]);
  });

  it("orders strings by code point", () => {
    expect(sorted(["😀", "\uffff", "z", "é", ""], "asc")).toEqual(["4", "2", "3", "1", "0"]);
  });
});
