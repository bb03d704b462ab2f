import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/** A tenant: whoever shares projects, members, keys and a plan. */
export const workspaces = pgTable("workspaces", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  plan: text("plan").notNull(),
  /** Replaces the plan's limit for keys when set. */
  rate_limit_per_minute: integer("rate_limit_per_minute"),
  created_at: moment("created_at").notNull(),
});

/** People, each once however many workspaces they are members of. E-mails are stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    email: textC("email").notNull(),
    name: text("name").notNull(),
    password_hash: text("password_hash").notNull(),
    /** Sessions carry it; raising it ends all of them. */
    session_version: integer("session_version").notNull().default(1),
    created_at: moment("created_at").notNull(),
  },
  (t) => [uniqueIndex("users_email").on(t.email)],
);

export const memberships = pgTable(
  "memberships",
  {
    workspace_id: text("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role").notNull(),
    /** Added to the person's own, it makes what sessions in this workspace carry; it only ever grows. */
    session_version: bigint("session_version", { mode: "number" }).notNull().default(0),
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.user_id] }),
    index("memberships_user").on(t.user_id, t.created_at, t.workspace_id),
  ],
);

/** Roles of members in single projects, beside those in the workspace. A guest of the workspace has no other. */
export const projectMembers = pgTable(
  "project_members",
  {
    project_id: text("project_id").notNull(),
    workspace_id: text("workspace_id").notNull(),
    user_id: text("user_id").notNull(),
    role: text("role").notNull(),
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id] }),
    index("project_members_user").on(t.workspace_id, t.user_id),
  ],
);

/**
 * Invitations to join a workspace. Whether somebody has an account with the e-mail is not written here, and only they find out.
 * `password_hash` is of the first password of someone new.
 */
export const workspaceInvitations = pgTable(
  "workspace_invitations",
  {
    id: textC("id").primaryKey(),
    workspace_id: text("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    email: textC("email").notNull(),
    name: text("name").notNull(),
    role: text("role").notNull(),
    password_hash: text("password_hash"),
    /** Project for which the person is invited, where they begin; null for none. */
    project_id: text("project_id"),
    /** Role in that project; null for none beside that in the workspace. */
    project_role: text("project_role"),
    state: text("state").notNull(),
    created_by: text("created_by").notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (t) => [
    // One to the workspace, and one to each project of which the person becomes a guest.
    uniqueIndex("workspace_invitations_pending")
      .on(t.workspace_id, t.email, sql`(CASE WHEN role = 'guest' THEN project_id ELSE '' END)`)
      .where(sql`state = 'pending'`)
      .concurrently(),
    index("workspace_invitations_email").on(t.email, t.created_at, t.id),
    index("workspace_invitations_workspace").on(t.workspace_id, t.created_at, t.id),
  ],
);

/**
 * Links by which somebody gets in: a person who is invited, or one who forgot the password. Only the SHA-256 of the token is kept, and
 * the row is gone once it was used.
 */
export const entryLinks = pgTable(
  "entry_links",
  {
    hash: textC("hash").primaryKey(),
    /** `invitation` or `password`. */
    kind: text("kind").notNull(),
    workspace_id: text("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    /** The invitation, or the person. */
    subject_id: textC("subject_id").notNull(),
    /** Role of the person when the link was made: it opens nothing for somebody who may do more since. */
    role: text("role").notNull(),
    created_by: text("created_by").notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (t) => [index("entry_links_subject").on(t.workspace_id, t.subject_id), index("entry_links_age").on(t.expires_at)],
);

/** API keys; only the SHA-256 of one is kept. `project_ids` null means every project of the key's mode. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: textC("id").primaryKey(),
    workspace_id: text("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    name: textC("name").notNull(),
    kind: text("kind").notNull(),
    mode: text("mode").notNull(),
    scopes: text("scopes").array().notNull(),
    project_ids: text("project_ids").array(),
    hash: textC("hash").notNull(),
    prefix: text("prefix").notNull(),
    start: text("start").notNull(),
    last4: text("last4").notNull(),
    created_by: text("created_by").notNull(),
    created_at: moment("created_at").notNull(),
    last_used_at: moment("last_used_at"),
    expires_at: moment("expires_at"),
    revoked_at: moment("revoked_at"),
    replaced_by: text("replaced_by"),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.hash), index("api_keys_workspace").on(t.workspace_id, t.created_at, t.id)],
);

/** Audit log of changes to a workspace, its members and keys. Rows are only ever added. */
export const workspaceAudit = pgTable(
  "workspace_audit",
  {
    workspace_id: text("workspace_id").notNull(),
    id: textC("id").notNull(),
    kind: text("kind").notNull(),
    subject_type: text("subject_type").notNull(),
    subject_id: text("subject_id").notNull(),
    data: jsonb("data").notNull(),
    actor: text("actor").notNull(),
    request_id: text("request_id"),
    recorded_at: moment("recorded_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    index("workspace_audit_time").on(t.workspace_id, t.recorded_at, t.id),
    index("workspace_audit_subject").on(t.workspace_id, t.subject_id, t.recorded_at, t.id),
  ],
);

/** Moments (epoch milliseconds) of the sign-ins tried lately, for an address, an e-mail or both, stored as digests. */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    key: textC("key").primaryKey(),
    hits: bigint("hits", { mode: "number" }).array().notNull(),
    last_at: moment("last_at").notNull(),
  },
  (t) => [index("sign_in_attempts_age").on(t.last_at)],
);

/**
 * One row a rate bucket, from which processes lease slices. Its migration makes it UNLOGGED: a crash of the database
 * starts every window afresh, and leasing never waits for the disk.
 */
export const rateWindows = pgTable(
  "rate_windows",
  {
    key: textC("key").primaryKey(),
    started_at: moment("started_at").notNull(),
    ends_at: moment("ends_at").notNull(),
    quota: integer("quota").notNull(),
    used: integer("used").notNull(),
    granted: integer("granted").notNull(),
  },
  (t) => [index("rate_windows_age").on(t.ends_at)],
);
