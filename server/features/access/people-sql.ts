import { type SQL, sql } from "drizzle-orm";

/** The members of every workspace as rows of `workspace_id`, `user_id` and `name`, for another feature's query to join. */
export const membersByName: SQL = sql`(SELECT m.workspace_id, m.user_id, u.name FROM memberships m JOIN users u ON u.id = m.user_id)`;
