import { area } from "../../operation/area.ts";
import { announce } from "./operations/announce.ts";

export const presence = area({
  tag: "projects",
  operations: { announce },
});
