import { z } from "zod";
import { PROJECT_ROLES, ROLES, WORKSPACE_ROLES } from "#domain/roles.ts";
import { MODES, SCOPES } from "../../kernel/scope.ts";
import { idOf, secretText, singleLine, text, timestamp } from "../../kernel/validation/fields.ts";
import { projectScope } from "../../operation/project-scope.ts";
import { KEY_KINDS } from "./key-format.ts";

const moment = z.iso.datetime();

const INVITATION_STATES = ["pending", "accepted", "declined", "revoked", "expired"] as const;

export const KEY_STATES = ["active", "expired", "revoked"] as const;

export const Key = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    kind: z.enum(KEY_KINDS).meta({ description: "Publishable keys may sit in browsers and hold only `read`." }),
    mode: z.enum(MODES).meta({ description: "Mode of the projects it has access to; never changes." }),
    scopes: z.array(z.enum(SCOPES)),
    project_ids: z
      .array(z.string())
      .nullable()
      .meta({ description: "Projects it is limited to; null means all of its mode." }),
    prefix: z.string(),
    start: z.string().meta({ description: "First four characters after the prefix." }),
    last4: z.string(),
    state: z.enum(KEY_STATES),
    created_by: z.string().meta({ description: "`key:<id>` or `user:<id>`." }),
    created_at: moment,
    last_used_at: moment.nullable().meta({ description: "Written about once a minute." }),
    expires_at: moment.nullable(),
    revoked_at: moment.nullable(),
    replaced_by: z.string().nullable().meta({ description: "The key it was rotated to." }),
  })
  .meta({ id: "Key" });

export const NewKey = Key.extend({
  key: z.string().meta({ description: "The key itself. This is the only time it is shown." }),
}).meta({ id: "NewKey" });

export const keyFields = {
  name: singleLine({ min: 1, max: 100 }),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  project_ids: z.array(idOf("prj")).min(1).max(100).nullable(),
  expires_at: timestamp().nullable().meta({ description: "Time of expiry; null for none." }),
};

export const keyParams = z.object({ key_id: idOf("key") });

export const Member = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z
      .enum(ROLES)
      .meta({ description: "Role in the workspace; a `guest` sees only the projects they have a role in." }),
    created_at: moment.meta({ description: "When the person joined this workspace." }),
  })
  .meta({ id: "Member" });

export const Invitation = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    email: z.string(),
    role: z.enum(ROLES).meta({ description: "Role in the workspace; `guest` for an invitation to a project." }),
    project_id: z
      .string()
      .nullable()
      .meta({ description: "Project for which the person is invited, where they begin; null for none." }),
    project_role: z
      .enum(PROJECT_ROLES)
      .nullable()
      .meta({ description: "Role in that project, beside the one in the workspace; null for none." }),
    state: z.enum(INVITATION_STATES),
    created_by: z.string().meta({ description: "`key:<id>` or `user:<id>`." }),
    created_at: moment,
    expires_at: moment,
  })
  .meta({ id: "Invitation" });

/** A link that was made, where it is answered. */
const madeLink = {
  url: z.string().meta({ description: "Link for the person, good once. This is the only time it is shown." }),
  mailed: z
    .boolean()
    .meta({ description: "Whether the link is also sent to the person by mail, which takes a mail server." }),
};

export const NewInvitation = Invitation.extend({
  ...madeLink,
}).meta({ id: "NewInvitation" });

export const PasswordLink = z
  .object({
    user_id: z.string(),
    ...madeLink,
    expires_at: moment,
  })
  .meta({ id: "PasswordLink" });

/** Days during which an invitation can be accepted, unless said otherwise. */
export const INVITATION_DAYS = 7;

export const invitationDays = z
  .int()
  .min(1)
  .max(30)
  .default(INVITATION_DAYS)
  .meta({ description: "Days until it expires." });

export const invitationParams = z.object({ invitation_id: idOf("inv") });

export const memberParams = z.object({ user_id: idOf("usr") });

export const role = z.enum(WORKSPACE_ROLES).meta({
  description: "viewer reads; designer also writes and generates; admin and owner may do everything.",
});

export const projectRole = z.enum(PROJECT_ROLES).meta({
  description:
    "viewer reads; commenter also comments; writer writes and generates; admin may do everything in the project.",
});

export const projectMemberParams = z.object({ ...projectScope.shape, ...memberParams.shape });

/** A person who can open a project, by a role there or by the one in the workspace. */
export const ProjectMember = z
  .object({
    user_id: z.string(),
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: "Null for people of the workspace where the caller is limited to projects." }),
    role: z.enum(PROJECT_ROLES).meta({ description: "Role that holds in the project, the stronger of both." }),
    project_role: z
      .enum(PROJECT_ROLES)
      .nullable()
      .meta({ description: "Role given in the project; null where only the one in the workspace holds." }),
    workspace_role: z.enum(ROLES).meta({ description: "Role in the workspace; a `guest` has none." }),
    since: moment.nullable().meta({ description: "When the person got a role in the project; null without one." }),
  })
  .meta({ id: "ProjectMember" });

export const personFields = {
  // The form is checked no further: only a message that arrives proves an address.
  email: text({ min: 3, max: 254, pattern: /^[^\s@]+@[^\s@]+$/ }),
  name: singleLine({ min: 1, max: 100 }),
  password: secretText({ min: 10, max: 200 }),
};

export const Workspace = z
  .object({ id: z.string(), name: z.string(), plan: z.string(), created_at: moment })
  .meta({ id: "Workspace" });

export const workspaceFields = { name: singleLine({ min: 1, max: 100 }) };

export const AuditEntry = z
  .object({
    id: z.string(),
    kind: z.string().meta({ description: "Kind of change, such as `key.rotated`." }),
    subject_type: z.enum(["workspace", "member", "key", "invitation", "project", "job", "webhook"]),
    subject_id: z.string(),
    data: z.looseObject({}),
    actor: z.string(),
    request_id: z.string().nullable(),
    recorded_at: moment,
  })
  .meta({ id: "AuditEntry" });
