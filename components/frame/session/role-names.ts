import type { Session } from "./session-provider.tsx";

export type Role = Session["role"];

/** Roles as they are said, from the one that may do most. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  designer: "Designer",
  viewer: "Viewer",
};
