import { sql } from "drizzle-orm";
import { z } from "zod";
import { ROLES, type Role } from "#domain/roles.ts";
import { read } from "../../../operation/operation.ts";
import type { Columns } from "../../../record/database.ts";
import { requirePerson } from "../people.ts";

const OwnWorkspace = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES).meta({ description: "Role of the member in the workspace." }),
  })
  .meta({ id: "OwnWorkspace" });

export const listMyWorkspaces = read({
  method: "GET",
  path: "/v1/me/workspaces",
  scope: "read",
  forGuests: true,
  summary: "List your workspaces",
  description: "For people, not keys: the workspaces they are a member of.",
  params: z.object({}),
  output: z.object({ workspaces: z.array(OwnWorkspace).meta({ description: "The one joined first at the head." }) }),
  errors: ["forbidden"],
  handle: async ({ db, caller }) => {
    const userId = requirePerson(caller);
    const workspaces = await db.execute<
      Columns<"workspaces", "id" | "name"> & Columns<"memberships", "role"> & { role: Role }
    >(
      sql`SELECT w.id, w.name, m.role FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
          WHERE m.user_id = ${userId} ORDER BY m.created_at, m.workspace_id`,
    );
    return { workspaces: [...workspaces] };
  },
});
