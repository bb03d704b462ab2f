import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, moment, textC, versionColumns } from "./columns.ts";

/** Versions of a project's own keys of model providers: all that everybody may know. */
export const byokVersions = pgTable(
  "byok_versions",
  {
    ...versionColumns(),
    provider: text("provider").notNull(),
    label: text("label").notNull(),
    base_url: text("base_url"),
    models: jsonb("models").notNull(),
    monthly_token_budget: bigint("monthly_token_budget", { mode: "number" }),
    prices: jsonb("prices"),
    token_counts: text("token_counts").notNull().default("reported"),
    disabled: boolean("disabled").notNull(),
    key_set_at: text("key_set_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("byok_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("byok_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("byok_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);

/** The keys themselves, sealed. A row goes when its key is revoked. */
export const byokSecrets = pgTable(
  "byok_secrets",
  {
    project_id: text("project_id").notNull(),
    byok_id: textC("byok_id").notNull(),
    sealed: text("sealed").notNull(),
    /** The provider and the address that the key may be sent to; part of what it is sealed for. */
    bound_to: text("bound_to").notNull(),
    fingerprint: text("fingerprint").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.byok_id] })],
);

/** Status of each provider key. It is no project state and makes no events: it tells how the provider answered. */
export const byokStates = pgTable(
  "byok_states",
  {
    project_id: text("project_id").notNull(),
    byok_id: textC("byok_id").notNull(),
    status: text("status").notNull(),
    /** Models that the provider listed for the key. */
    usable_models: jsonb("usable_models").notNull(),
    /** The model that is used where the key names none. */
    found_model: text("found_model"),
    /** Result of the last probe; null before the first. */
    capabilities: jsonb("capabilities"),
    last_verified_at: moment("last_verified_at"),
    last_used_at: moment("last_used_at"),
    last_error_code: text("last_error_code"),
    last_error: text("last_error"),
    /** Time before which the provider asked not to be called. */
    retry_at: moment("retry_at"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.byok_id] })],
);

/** Usage of each provider key, a row for each day, model and area. */
export const byokUsage = pgTable(
  "byok_usage",
  {
    project_id: text("project_id").notNull(),
    byok_id: textC("byok_id").notNull(),
    /** `2026-11-22`, UTC. */
    day: textC("day").notNull(),
    model: textC("model").notNull(),
    area: textC("area").notNull(),
    calls: integer("calls").notNull().default(0),
    failed_calls: integer("failed_calls").notNull().default(0),
    input_tokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
    output_tokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
    /** Number of the tokens above that the provider did not count. */
    estimated_tokens: bigint("estimated_tokens", { mode: "number" }).notNull().default(0),
    /** Set aside for calls under way; what a process left behind that died in the middle of one stays, and counts. */
    reserved_tokens: bigint("reserved_tokens", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.byok_id, t.day, t.model, t.area] })],
);
