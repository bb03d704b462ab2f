import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, moment, seq, textC } from "./columns.ts";

/**
 * Receipts of contexts: what was asked, and what was handed over of what, without any text. The id follows from the question and
 * the sequence, so the same question has one receipt.
 */
export const contextReceipts = pgTable(
  "context_receipts",
  {
    project_id: text("project_id").notNull(),
    id: textC("id").notNull(),
    seq: seq("seq").notNull(),
    /** Version of the rules by which it was assembled. */
    scorer: integer("scorer").notNull(),
    question: jsonb("question").notNull(),
    /** Contents as JSON; null where they are packed. Receipts of earlier versions alone have it, for thirty days. */
    receipt: jsonb("receipt"),
    /** Contents compressed: items, and what was left out. */
    packed: bytes("packed"),
    digest: textC("digest").notNull(),
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // Old ones of all projects are looked for together.
    index("context_receipts_age").on(t.created_at),
  ],
);
