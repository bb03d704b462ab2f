import { area } from "../../operation/area.ts";
import { declareProfile, type ProfileParts } from "./profile.ts";

/** Declares the area of profiles, with the lists of other features that they are made of. */
export function profilesArea(parts: ProfileParts) {
  return area({ tag: "projects", operations: { get: declareProfile(parts) } });
}
