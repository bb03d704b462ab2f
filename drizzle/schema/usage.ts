import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/**
 * Number of requests of each caller by class of operation, project and mode, within an hour, a day or a month from
 * `starts_at` (UTC). Past hours become days and days months, so that older rows cover longer times. `project` is empty
 * where a request was about none: it is not the project's own data, and is named differently on purpose.
 */
export const usageCounts = pgTable(
  "usage_counts",
  {
    workspace_id: text("workspace_id").notNull(),
    span: text("span").notNull(),
    starts_at: moment("starts_at").notNull(),
    caller: textC("caller").notNull(),
    class: text("class").notNull(),
    project: textC("project").notNull(),
    mode: text("mode").notNull(),
    succeeded: bigint("succeeded", { mode: "number" }).notNull(),
    limited: bigint("limited", { mode: "number" }).notNull(),
    refused: bigint("refused", { mode: "number" }).notNull(),
    failed: bigint("failed", { mode: "number" }).notNull(),
    generation_units: bigint("generation_units", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({
      name: "usage_counts_pk",
      columns: [t.workspace_id, t.starts_at, t.span, t.caller, t.class, t.project, t.mode],
    }),
    index("usage_counts_age").on(t.span, t.starts_at),
  ],
);

/** Flushes that each process has written, by its own numbering: a row is inserted together with its counts. */
export const usageFlushes = pgTable(
  "usage_flushes",
  {
    process: text("process").notNull(),
    number: bigint("number", { mode: "number" }).notNull(),
    flushed_at: moment("flushed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.process, t.number] }), index("usage_flushes_age").on(t.flushed_at)],
);
