import { expect, test } from "vitest";
import { AREAS, addressIn, placeOf, type Reach, STUDIO_SCREENS, screensOf } from "./areas.ts";

const WRITER: Reach = { projectId: "prj_1", isAdministrator: false, isManager: false, packs: ["game"] };
const titles = (reach: Reach) => AREAS.filter(({ id }) => screensOf(id, reach).length > 0).map(({ title }) => title);

test("who may see an area is led to it, in a project and outside of all", () => {
  const everywhere = ["Home", "Write", "World", "Play", "Review"];
  expect(titles(WRITER)).toEqual([...everywhere, "Settings"]);
  const administrator = { isAdministrator: true, isManager: true };
  expect(titles({ ...WRITER, ...administrator })).toEqual([...everywhere, "Connect", "Settings"]);
  expect(titles({ ...WRITER, packs: [] })).toEqual(["Home", "World", "Review", "Settings"]);
  expect(titles({ ...WRITER, projectId: null })).toEqual(["Home", "Review"]);
  expect(titles({ ...WRITER, projectId: null, ...administrator })).toEqual(["Home", "Review", "Connect", "Settings"]);
});

test("whoever looks after one project is led to what is of it, and to nothing of the workspace", () => {
  const manager = { ...WRITER, isManager: true };
  const [connect, settings] = (["connect", "settings"] as const).map((id) =>
    screensOf(id, manager).map(({ screen }) => screen.id),
  );
  expect(connect).toEqual(["webhooks", "provider-keys"]);
  expect(settings).toEqual(["settings", "members"]);
});

test("every screen has its own id and address, and is found by it", () => {
  expect(new Set(STUDIO_SCREENS.map(({ id }) => id)).size).toBe(STUDIO_SCREENS.length);
  for (const screen of STUDIO_SCREENS) {
    const address = addressIn("prj_1", screen.id);
    expect([address, placeOf(address)?.screen]).toEqual([address, screen]);
  }
});

test("pages below a screen belong to its area", () => {
  expect(placeOf("/projects/prj_1/cast/ent_1")).toMatchObject({ area: "world", screen: { id: "cast" }, isBelow: true });
  expect(placeOf("/projects/prj_1/import")).toMatchObject({ area: "home", isBelow: true });
  expect(placeOf("/members")).toMatchObject({ area: "settings", screen: { id: "members" }, isBelow: false });
  expect(placeOf("/")).toMatchObject({ area: "home" });
  expect(placeOf("/no-such-page")).toBeNull();
});
