import { type SQL, sql } from "drizzle-orm";

/** The members of every workspace as rows of `workspace_id`, `user_id` and `name`, for another feature's query to join. */
export const membersByName: SQL = sql`(SELECT m.workspace_id, m.user_id, u.name FROM memberships m JOIN users u ON u.id = m.user_id)`;

/** Returns those who can open a project, a column or a value, as rows of `workspace_id` and `user_id`, for another feature's query to join. */
export function membersInProject(projectId: SQL | string): SQL {
  return sql`(SELECT m.workspace_id, m.user_id FROM memberships m WHERE m.role <> 'guest'
      UNION ALL SELECT m.workspace_id, m.user_id FROM memberships m
        JOIN project_members p ON p.workspace_id = m.workspace_id AND p.user_id = m.user_id
        WHERE m.role = 'guest' AND p.project_id = ${projectId})`;
}
