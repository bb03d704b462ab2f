import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
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
    ...keysetQuery,
    sort_by: z.enum(["created_at", "email", "name"]).default("created_at"),
    sort_order: z.enum(["asc", "desc"]).default("asc"),
  }),
  output: listOutput("members", Member),
  errors: ["forbidden"],
  handle: async (context, { query }) => {
    const { db, caller } = context;
    requireWholeWorkspace(caller);
    const [counted] = await db.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM memberships WHERE workspace_id = ${caller.workspaceId}`,
    );
    const total = Number(counted?.n ?? 0);
    const keys = { [query.sort_by]: COLUMNS[query.sort_by], user_id: sql`m.user_id COLLATE "C"` };
    const { rows, has_more } = await readKeyset(context, query, { keys, order: query.sort_order }, (page) =>
      db.execute<MemberRow>(
        sql`SELECT m.user_id, u.email, u.name, m.role, m.created_at FROM memberships m JOIN users u ON u.id = m.user_id
            WHERE m.workspace_id = ${caller.workspaceId} AND ${page.behind} ${page.tail}`,
      ),
    );
    return { members: rows.map(toMember), total, has_more };
  },
});
