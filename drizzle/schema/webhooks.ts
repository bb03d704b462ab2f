import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { url, text as words } from "#server/kernel/validation/fields.ts";
import { moment, seq, textC, workColumns } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/**
 * Reasons why a webhook is off: a person switched it off, every attempt failed for days, the receiver answered 410, the
 * receiver asked for it by the header `webhook-delivery: disable`, or its project was restored from a backup, which
 * holds no secrets.
 */
export const DISABLED_REASONS = ["manual", "failing", "gone", "receiver_request", "secret_missing"] as const;

/** Fields of a webhook. How deliveries fare, and its secret, are in rows beside it. */
export const webhookFields = {
  url: field(url({ schemes: ["https", "http"] }), {
    description: "Where deliveries are sent.",
    request:
      "An `https` URL at a public address. A name that does not resolve yet is taken and tried again; `http` and other addresses only where the operator allows them.",
    sort: true,
    column: "text",
  }),
  events: field(
    z
      .array(words({ min: 1, max: 100 }))
      .min(1)
      .max(500),
    {
      description: "Types of events it receives: single types, `entity.*` for all of a subject, `*` for all.",
      request:
        "Types of `GET /v1/webhook-events`, `entity.*` for all of a subject, `*` for all. `*` includes `.moved` events, which are frequent while cards are dragged.",
    },
  ),
  active: field(z.boolean(), {
    description: "Whether deliveries are sent. Events of a time when it is false are missed.",
    request: "Whether deliveries are sent.",
    default: true,
  }),
  description: field(words({ max: 1_000 }), { default: "", column: "text" }),
  /** Unit of one delivery. */
  delivers: field(z.enum(["event", "commit"]), {
    description: "`event`: one delivery for each event. `commit`: one for all events of a commit, of type `commit`.",
    writable: "once",
    default: "event",
    column: "text",
  }),
  disabled_at: field(z.iso.datetime().nullable(), {
    description: "When it was switched off; null while it is active.",
    writable: "never",
    default: null,
  }),
  disabled_reason: field(z.enum(DISABLED_REASONS).nullable(), {
    description:
      "Reason of the disabling: `manual`, a person disabled it; `failing`, every attempt failed for five days; `gone`, the receiver answered 410; `receiver_request`, the receiver sent `webhook-delivery: disable`; `secret_missing`, the project was restored from a backup, which contains no secrets: rotate the secret, then enable the webhook.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of webhooks: who is to be told of what. */
export const webhookVersions = versionTable("webhook_versions", webhookFields);

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
