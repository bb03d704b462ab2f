import { sql } from "drizzle-orm";
import { z } from "zod";
import { ROLES, type Role } from "#domain/roles.ts";
import { read } from "../../../operation/operation.ts";
import { type Columns, textArray } from "../../../record/database.ts";
import { requireNames } from "../grants.ts";

const Named = z.object({ id: z.string(), name: z.string() });

export const listPeople = read({
  method: "GET",
  path: "/v1/workspace/people",
  scope: "read",
  forGuests: true,
  summary: "List who can appear as an actor",
  description:
    "Names for the `actor` of events: `user:<id>` is in `people`, `key:<id>` in `keys`. Those who left and keys that were revoked are among them, because the record still names them. For people who are signed in, and keys that do more than read. Guests are told who can open their projects.",
  params: z.object({}),
  output: z.object({
    people: z.array(
      Named.extend({
        member: z.boolean().meta({ description: "Whether the person is a member today." }),
        role: z.enum(ROLES).nullable().meta({ description: "Role in the workspace; null for former members." }),
      }),
    ),
    keys: z.array(Named),
  }),
  errors: ["forbidden"],
  handle: async ({ db, caller }) => {
    requireNames(caller);
    const { workspaceId, projectIds } = caller;
    // Guests see who can open a project of theirs, and nobody else.
    const near =
      projectIds === null
        ? sql``
        : sql`AND (m.role <> 'guest' OR u.id IN (SELECT user_id FROM project_members
      WHERE workspace_id = ${workspaceId} AND project_id = ANY(${textArray(projectIds)})))`;
    const ofProjects =
      projectIds === null ? sql`` : sql`AND (project_ids IS NULL OR project_ids && ${textArray(projectIds)})`;
    const people = await db.execute<Columns<"users", "id" | "name"> & { member: boolean; role: Role | null }>(
      sql`SELECT u.id, u.name, m.user_id IS NOT NULL AS member, m.role FROM users u
          LEFT JOIN memberships m ON m.workspace_id = ${workspaceId} AND m.user_id = u.id
          WHERE u.id IN (SELECT user_id FROM memberships WHERE workspace_id = ${workspaceId}
            UNION SELECT subject_id FROM workspace_audit WHERE workspace_id = ${workspaceId} AND subject_type = 'member') ${near}
          ORDER BY u.name COLLATE "C", u.id`,
    );
    const keys = await db.execute<Columns<"api_keys", "id" | "name">>(
      sql`SELECT id, name FROM api_keys WHERE workspace_id = ${workspaceId} ${ofProjects} ORDER BY name, id`,
    );
    return { people: [...people], keys: [...keys] };
  },
});
