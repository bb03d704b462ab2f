import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import type { WriteContext } from "../../../operation/context.ts";
import { openProject } from "../../../operation/gate.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read, write } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findInvitations, type InvitationRow, isOpen, requireInvitation, toInvitation } from "../invitations.ts";
import { invite, renewInvitation, revokeInvitation } from "../invite.ts";
import { Invitation, invitationDays, invitationParams, NewInvitation, personFields, projectRole } from "../schemas.ts";
import { openWorkspace, type WorkspaceChange } from "../workspace-lock.ts";

const invitationOfProject = z.object({ ...projectScope.shape, ...invitationParams.shape });

export const inviteToProject = write({
  method: "POST",
  path: "/v1/projects/{project_id}/invitations",
  scope: "admin",
  summary: "Invite someone to a project",
  description:
    "Invites a person by e-mail to this project and no other. They become a guest of the workspace, unless they are of it already. The answer has a link for them, shown once and good once, as that of an [invitation to the workspace](/docs/reference/members#members_invite).",
  params: projectScope,
  body: z.strictObject({
    email: personFields.email,
    role: projectRole,
    name: personFields.name.optional().meta({ description: "Of someone new; the e-mail when it is left out." }),
    expires_in_days: invitationDays,
  }),
  output: NewInvitation,
  status: 201,
  errors: ["not_found", "name_taken", "plan_limit_reached"],
  secretOutput: true,
  example: { email: "ana@example.com", name: "Ana", role: "writer" },
  handle: async (context, { params, body }) => {
    const change = await openInvitations(context, params.project_id);
    const { email, name, role: wanted, expires_in_days: days } = body;
    const invitee = { email, name, passwordHash: null, role: "guest", projectRole: wanted, days } as const;
    return invite(context, change, { ...invitee, projectId: params.project_id });
  },
});

export const listProjectInvitations = read({
  method: "GET",
  path: "/v1/projects/{project_id}/invitations",
  scope: "admin",
  summary: "List open invitations to a project",
  description: "Invitations to the project that can still be accepted, oldest first.",
  params: projectScope,
  query: z.object(keysetQuery),
  output: listOutput("invitations", Invitation),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, caller, services } = context;
    const { project } = await openProject(db, caller, params.project_id);
    const now = services.clock.now();
    const where = openIn(project.id, caller.workspaceId, now);
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

export const renewProjectInvitation = write({
  method: "POST",
  path: "/v1/projects/{project_id}/invitations/{invitation_id}/link",
  scope: "admin",
  summary: "Make a new link for an invitation to a project",
  description:
    "The link that was shown before opens nothing from then on. The invitation is valid for 7 days from now.",
  params: invitationOfProject,
  output: NewInvitation,
  status: 201,
  errors: ["not_found"],
  secretOutput: true,
  handle: async (context, { params }) => {
    const { change, row } = await ownInvitation(context, params);
    return renewInvitation(context, change, row);
  },
});

export const revokeProjectInvitation = write({
  method: "DELETE",
  path: "/v1/projects/{project_id}/invitations/{invitation_id}",
  scope: "admin",
  summary: "Revoke an invitation to a project",
  params: invitationOfProject,
  output: Invitation,
  errors: ["not_found"],
  handle: async (context, { params }) => {
    const { change, row } = await ownInvitation(context, params);
    return revokeInvitation(context.db, change, row);
  },
});

async function openInvitations(context: WriteContext, projectId: string): Promise<WorkspaceChange> {
  await openProject(context.db, context.caller, projectId);
  return openWorkspace(context, "admin", projectId);
}

async function ownInvitation(
  context: WriteContext,
  { project_id: projectId, invitation_id: id }: z.output<typeof invitationOfProject>,
): Promise<{ change: WorkspaceChange; row: InvitationRow }> {
  const change = await openInvitations(context, projectId);
  const mine = openIn(projectId, change.workspaceId, change.now);
  return { change, row: await requireInvitation(context.db, sql`i.id = ${id} AND ${mine}`) };
}

/** Returns the condition for the open invitations of guests of a project. */
function openIn(projectId: string, workspaceId: string, now: number): SQL {
  return sql`i.workspace_id = ${workspaceId} AND i.project_id = ${projectId} AND i.role = 'guest' AND ${isOpen(now)}`;
}
