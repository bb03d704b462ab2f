import { expect, test } from "vitest";
import { PACKS } from "#domain/packs.ts";
import { STUDIO_SCREENS } from "../areas/areas.ts";
import { OFFERED_PACKS, startOfProject } from "./packs.ts";
import { STORY_KINDS } from "./story-kinds.ts";

const packsOfScreens = PACKS.filter((pack) => STUDIO_SCREENS.some((screen) => screen.pack === pack));

test("a pack is offered when a screen comes with it, and not before", () => {
  expect(OFFERED_PACKS.map(({ pack }) => pack)).toEqual(packsOfScreens);
});

test("a new project can be for what has screens, and for a world without any pack", () => {
  const kinds = STORY_KINDS.map(({ value }) => value);
  expect(kinds).toEqual(expect.arrayContaining(["game", "world"]));
  expect(kinds.includes("book")).toBe(packsOfScreens.includes("book"));
});

test("work on a project begins at the first screen of its packs", () => {
  expect(startOfProject("prj_1", ["game"])).toBe("/projects/prj_1/dialogues");
  expect(startOfProject("prj_1", ["game", "book"])).toBe("/projects/prj_1/dialogues");
  expect(startOfProject("prj_1", ["book"])).toBe("/projects/prj_1/manuscript");
  expect(startOfProject("prj_1", [])).toBe("/projects/prj_1/cast");
});
