import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, moment, seq, textC, versionColumns, workColumns } from "./columns.ts";

/** Versions of webhooks: who is to be told of what. */
export const webhookVersions = pgTable(
  "webhook_versions",
  {
    ...versionColumns(),
    url: text("url").notNull(),
    events: jsonb("events").notNull(),
    active: boolean("active").notNull(),
    description: text("description").notNull(),
    delivers: text("delivers").notNull().default("event"),
    disabled_at: text("disabled_at"),
    disabled_reason: text("disabled_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("webhook_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("webhook_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("webhook_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);

/** Status of each webhook. It is no project state and makes no events: it tells how the receiver answered. */
export const webhookStates = pgTable(
  "webhook_states",
  {
    project_id: text("project_id").notNull(),
    webhook_id: textC("webhook_id").notNull(),
    /** Sealed. */
    secret: text("secret").notNull(),
    /** Earlier ones that still sign, newest first: `[{sealed, expires_at}]`. */
    old_secrets: jsonb("old_secrets").notNull(),
    /** Deliveries of every event up to here are planned. */
    cursor_seq: seq("cursor_seq").notNull(),
    /** The range whose events are planned again; null when nothing is being recovered. */
    recover_from_seq: seq("recover_from_seq"),
    recover_to_seq: seq("recover_to_seq"),
    last_delivered_at: moment("last_delivered_at"),
    last_error: text("last_error"),
    consecutive_failures: integer("consecutive_failures").notNull().default(0),
    /** The first failure since the last success. */
    failing_since: moment("failing_since"),
    last_failure_at: moment("last_failure_at"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.webhook_id] })],
);

/** Deliveries, past, running and due. Their work is the next attempt. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    project_id: text("project_id").notNull(),
    id: textC("id").notNull(),
    webhook_id: textC("webhook_id").notNull(),
    /** The event, or the last one of the commit; null for a test. */
    seq: seq("seq"),
    kind: text("kind").notNull(),
    origin: text("origin").notNull(),
    status: text("status").notNull(),
    /** The bytes that are signed and sent, as text: receivers' libraries read them as UTF-8. */
    body: text("body").notNull(),
    /** Attempts that were made, and those of them that the schedule asked for. */
    tries: integer("tries").notNull().default(0),
    step: integer("step").notNull().default(0),
    /** Time of the next attempt by the schedule, and of the last request of a person. */
    scheduled_at: moment("scheduled_at"),
    manual_at: moment("manual_at"),
    last_status: integer("last_status"),
    last_error: text("last_error"),
    last_attempt_at: moment("last_attempt_at"),
    created_at: moment("created_at").notNull(),
    finished_at: moment("finished_at"),
    ...workColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("webhook_deliveries_seq").on(t.project_id, t.webhook_id, t.seq),
    index("webhook_deliveries_time").on(t.project_id, t.webhook_id, t.created_at, t.id),
    index("webhook_deliveries_due").on(t.project_id, t.due_at).where(sql`due_at IS NOT NULL`),
    index("webhook_deliveries_pending").on(t.project_id, t.webhook_id, t.seq).where(sql`status = 'pending'`),
    // How long they are kept is the workspace's: old ones are looked for in one project after the other.
    index("webhook_deliveries_age").on(t.project_id, t.created_at),
  ],
);

/** Attempts of deliveries, with their results. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    project_id: text("project_id").notNull(),
    delivery_id: textC("delivery_id").notNull(),
    number: integer("number").notNull(),
    webhook_id: textC("webhook_id").notNull(),
    url: text("url").notNull(),
    /** Asked for by a person, not by the schedule. */
    manual: boolean("manual").notNull(),
    started_at: moment("started_at").notNull(),
    took_ms: integer("took_ms").notNull(),
    signature: text("signature").notNull(),
    succeeded: boolean("succeeded").notNull(),
    status: integer("status"),
    failure: text("failure"),
    message: text("message"),
    response_body: text("response_body"),
    response_truncated: boolean("response_truncated").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.delivery_id, t.number] })],
);

/** The last check of each webhook's receiver. */
export const webhookChecks = pgTable(
  "webhook_checks",
  {
    project_id: text("project_id").notNull(),
    webhook_id: textC("webhook_id").notNull(),
    begun_at: moment("begun_at").notNull(),
    /** Null while it is under way. */
    report: jsonb("report"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.webhook_id] })],
);
