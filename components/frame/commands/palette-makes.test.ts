import { expect, test } from "vitest";
import { nameIn, wishesOf } from "./palette-makes.ts";

const said = (query: string) => wishesOf(query).map(({ make, name, rank }) => `${make.id}:${name}:${rank}`);

test("a kind that is asked for by name is offered alone and first, whatever verb asks for it", () => {
  expect(said("new character Mara Venn")).toEqual(["character:Mara Venn:5"]);
  expect(said("create a place “The Low Bell”")).toEqual(["place:The Low Bell:5"]);
  expect(said("New variable")).toEqual(["variable::5"]);
  expect(nameIn("newcharacter", "character")).toBeNull();
});

test("a verb offers every kind, other words are the name of any of them, and signs name nothing", () => {
  expect(said("new").map((line) => line.replace(/:\d$/, ""))).toHaveLength(7);
  expect(said("new pl")).toEqual(["place::5", "character::2"]);
  expect(said("berth nine")).toContain("place:berth nine:0");
  expect(said("berth nine").every((line) => line.endsWith(":berth nine:0"))).toBe(true);
  expect(said("?!")).toEqual([]);
  expect(said("").every((line) => line.includes("::"))).toBe(true);
});
