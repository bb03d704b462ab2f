import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../grants.ts";
import { type MemberRow, toMember } from "../people.ts";
import { Member } from "../schemas.ts";

const COLUMNS = { created_at: sql`m.created_at`, email: sql`u.email`, name: sql`u.name COLLATE "C"` };

export const listMembers = read({
  method: "GET",
  path: "/v1/members",
  scope: "admin",
  summary: "List members",
  params: z.object({}),
  query: z.object({
    ...pageQuery,
    sort_by: z.enum(["created_at", "email", "name"]).default("created_at"),
    sort_order: z.enum(["asc", "desc"]).default("asc"),
  }),
  output: listOutput("members", Member),
  errors: ["forbidden"],
  handle: async ({ db, caller }, { query }) => {
    requireWholeWorkspace(caller);
    const direction = sql.raw(query.sort_order === "desc" ? "DESC" : "ASC");
    const [counted] = await db.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM memberships WHERE workspace_id = ${caller.workspaceId}`,
    );
    const total = Number(counted?.n ?? 0);
    const rows = await db.execute<MemberRow>(
      sql`SELECT m.user_id, u.email, u.name, m.role, m.created_at FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${caller.workspaceId}
          ORDER BY ${COLUMNS[query.sort_by]} ${direction}, m.user_id COLLATE "C" ${direction}
          LIMIT ${query.limit} OFFSET ${query.offset}`,
    );
    const members = rows.map(toMember);
    return { members, total, has_more: hasMore(total, query.offset, members.length) };
  },
});
