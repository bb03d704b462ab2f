import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { announce } from "./operations/announce.ts";
import { forgetOldPlaces } from "./places.ts";

export const presence = area({
  tag: "projects",
  jobs: [upkeep("forget_places", ({ database }) => forgetOldPlaces(database.writes))],
  operations: { announce },
});
