import { z } from "zod";
import { MODES, ROLES, SCOPES } from "../../kernel/scope.ts";
import { idOf, secretText, singleLine, text, timestamp } from "../../kernel/validation/fields.ts";
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
    role: z.enum(ROLES),
    created_at: moment.meta({ description: "When the person joined this workspace." }),
  })
  .meta({ id: "Member" });

export const Invitation = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    project_id: z
      .string()
      .nullable()
      .meta({ description: "Project for which the person is invited, where they begin; null for none." }),
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

export const invitationParams = z.object({ invitation_id: idOf("inv") });

export const memberParams = z.object({ user_id: idOf("usr") });

export const role = z.enum(ROLES).meta({
  description: "viewer reads; designer also writes and generates; admin and owner may do everything.",
});

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
