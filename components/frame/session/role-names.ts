import type { ProjectRole, Role } from "#domain/roles.ts";

/** Roles as they are said, from the one that may do most. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  designer: "Designer",
  viewer: "Viewer",
  guest: "Guest",
};

/** Roles in a project as they are said, from the one that may do most. */
export const PROJECT_ROLE_NAMES: Readonly<Record<ProjectRole, string>> = {
  admin: "Admin",
  writer: "Writer",
  commenter: "Commenter",
  viewer: "Viewer",
};

/** Permissions of each role in a project, in the words of the person who chooses one. */
export const PROJECT_ROLE_MEANINGS: Readonly<Record<ProjectRole, string>> = {
  admin: "writes, invites others, and looks after the project",
  writer: "reads, writes and comments",
  commenter: "reads and comments",
  viewer: "reads",
};
