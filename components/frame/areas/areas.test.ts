import { expect, test } from "vitest";
import { SCREENS } from "../../../e2e/screens.ts";
import { AREAS, addressIn, placeOf, type Reach, STUDIO_SCREENS, screensOf } from "./areas.ts";

const WRITER: Reach = { projectId: "prj_1", isAdministrator: false };
const titles = (reach: Reach) => AREAS.filter(({ id }) => screensOf(id, reach).length > 0).map(({ title }) => title);

test("who may see an area is led to it, in a project and outside of all", () => {
  const everywhere = ["Home", "Write", "World", "Play", "Review"];
  expect(titles(WRITER)).toEqual([...everywhere, "Settings"]);
  expect(titles({ ...WRITER, isAdministrator: true })).toEqual([...everywhere, "Connect", "Settings"]);
  expect(titles({ projectId: null, isAdministrator: false })).toEqual(["Home", "Review"]);
  expect(titles({ projectId: null, isAdministrator: true })).toEqual(["Home", "Review", "Connect", "Settings"]);
});

test("every screen has its own id and address, is found by it, and is visited by the stories", () => {
  expect(new Set(STUDIO_SCREENS.map(({ id }) => id)).size).toBe(STUDIO_SCREENS.length);
  const visited = SCREENS.map((screen) => screen.address({ project: "prj_1" } as never));
  for (const screen of STUDIO_SCREENS) {
    const address = addressIn("prj_1", screen.id);
    expect([address, placeOf(address)?.screen]).toEqual([address, screen]);
    expect(visited, address).toContain(address);
  }
});

test("pages below a screen belong to its area", () => {
  expect(placeOf("/projects/prj_1/cast/ent_1")).toMatchObject({ area: "world", screen: { id: "cast" }, isBelow: true });
  expect(placeOf("/projects/prj_1/import")).toMatchObject({ area: "world", isBelow: true });
  expect(placeOf("/members")).toMatchObject({ area: "settings", screen: { id: "members" }, isBelow: false });
  expect(placeOf("/")).toMatchObject({ area: "home" });
  expect(placeOf("/no-such-page")).toBeNull();
});
