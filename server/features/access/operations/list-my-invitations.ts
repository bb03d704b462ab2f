import { sql } from "drizzle-orm";
import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { findInvitations, isOpen, toInvitation } from "../invitations.ts";
import { requirePerson } from "../people.ts";
import { Invitation } from "../schemas.ts";

export const listMyInvitations = read({
  method: "GET",
  path: "/v1/me/invitations",
  scope: "read",
  forGuests: true,
  summary: "List your invitations",
  description: "For people, not keys: invitations to other workspaces that can still be accepted.",
  params: z.object({}),
  output: z.object({ invitations: z.array(Invitation) }),
  errors: ["forbidden"],
  handle: async ({ db, caller, services }) => {
    const userId = requirePerson(caller);
    const now = services.clock.now();
    const rows = await findInvitations(
      db,
      sql`i.email = (SELECT email FROM users WHERE id = ${userId}) AND ${isOpen(now)}`,
    );
    return { invitations: rows.map((row) => toInvitation(row, now)) };
  },
});
