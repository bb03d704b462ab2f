import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
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
  query: z.object(pageQuery),
  output: listOutput("invitations", Invitation),
  errors: ["forbidden"],
  handle: async ({ db, caller, services }, { query }) => {
    requireWholeWorkspace(caller);
    const now = services.clock.now();
    const all = await findInvitations(db, sql`i.workspace_id = ${caller.workspaceId} AND ${isOpen(now)}`);
    const invitations = all.slice(query.offset, query.offset + query.limit).map((row) => toInvitation(row, now));
    return { invitations, total: all.length, has_more: hasMore(all.length, query.offset, invitations.length) };
  },
});
