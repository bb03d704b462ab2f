import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../grants.ts";
import { findInvitations, isOpen, toInvitation } from "../invitations.ts";
import { Invitation } from "../schemas.ts";

export const listInvitations = read({
  method: "GET",
  path: "/v1/invitations",
  scope: "admin",
  summary: "List open invitations",
  description: "Invitations of the workspace that can still be accepted, oldest first. The audit log has the others.",
  params: z.object({}),
  query: z.object(keysetQuery),
  output: listOutput("invitations", Invitation),
  errors: ["forbidden"],
  handle: async (context, { query }) => {
    const { db, caller, services } = context;
    requireWholeWorkspace(caller);
    const now = services.clock.now();
    const where = sql`i.workspace_id = ${caller.workspaceId} AND ${isOpen(now)}`;
    const [counted] = await db.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM workspace_invitations i WHERE ${where}`,
    );
    const keys = { created_at: sql`i.created_at`, id: sql`i.id` };
    const { rows, has_more } = await readKeyset(context, query, { keys, order: "asc" }, (page) =>
      findInvitations(db, where, page),
    );
    return { invitations: rows.map((row) => toInvitation(row, now)), total: counted?.n ?? 0, has_more };
  },
});
