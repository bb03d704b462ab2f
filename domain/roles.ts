/** Roles that are given for a whole workspace. */
export const WORKSPACE_ROLES = ["owner", "admin", "designer", "viewer"] as const;

/** A member's part in a workspace. A guest has none: they see the projects in which they have a role. */
export const ROLES = [...WORKSPACE_ROLES, "guest"] as const;
export type Role = (typeof ROLES)[number];

/** A member's part in one project, the strongest first. */
export const PROJECT_ROLES = ["admin", "writer", "commenter", "viewer"] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** Part in every project that follows from the role in its workspace. */
const IN_EVERY_PROJECT: Readonly<Record<Role, ProjectRole | null>> = {
  owner: "admin",
  admin: "admin",
  designer: "writer",
  viewer: "viewer",
  guest: null,
};

/** Returns the part of a member in a project, where the stronger of both roles holds; null for a guest without one. */
export function roleInProject(role: Role, given: ProjectRole | null): ProjectRole | null {
  const held = IN_EVERY_PROJECT[role];
  return PROJECT_ROLES.find((each) => each === held || each === given) ?? null;
}
