import { expect, test } from "vitest";
import { PROJECT_ROLES, type ProjectRole, ROLES, type Role, roleInProject } from "./roles.ts";

test("the stronger of both roles holds in a project", () => {
  const table = ROLES.map((role) => [role, ...[...PROJECT_ROLES, null].map((given) => roleInProject(role, given))]);
  expect(table).toEqual([
    ["owner", "admin", "admin", "admin", "admin", "admin"],
    ["admin", "admin", "admin", "admin", "admin", "admin"],
    ["designer", "admin", "writer", "writer", "writer", "writer"],
    ["viewer", "admin", "writer", "commenter", "viewer", "viewer"],
    ["guest", "admin", "writer", "commenter", "viewer", null],
  ] satisfies [Role, ...(ProjectRole | null)[]][]);
});
